/** What is going on, how far it is, and how to stop it; or what went wrong. */
import { fault, work } from "../state/state.ts";
import { words } from "../words.ts";

export function Working() {
  const task = work.value;
  if (task === null) return null;
  const { progress } = task;
  const stage = progress === null ? task.what : (words.work.stages[progress.stage] ?? task.what);
  const reached =
    progress?.total == null
      ? ""
      : (progress.unit === "bytes" ? words.work.bytes : words.work.of)(progress.done, progress.total);
  return (
    <div class="working" role="status">
      <span>
        {stage} <span class="dim">{reached}</span>
      </span>
      <progress aria-label={task.what} {...(progress?.total ? { value: progress.done, max: progress.total } : {})} />
      <div>
        <button type="button" onClick={task.cancel}>
          {words.work.cancel}
        </button>
      </div>
    </div>
  );
}

export function Fault() {
  const told = fault.value;
  if (told === null) return null;
  if (told.code === "aborted") return <p role="status">{words.work.cancelled}</p>;
  return (
    <div role="alert">
      <p class="fault">{told.message}</p>
      {told.hint === "" ? null : <p class="dim">{told.hint}</p>}
      {told.fields.map(({ pointer, detail }) => (
        <p key={pointer} class="dim">
          {pointer}: {detail}
        </p>
      ))}
    </div>
  );
}
