/** A process with a scheduler over a file of records: makes a round for each time that it is sent, and says how many analyses it made. */
import { openSqliteStore } from "../../src/registry/sqlite.ts";
import { newWorld, openProcess } from "./monitored.ts";

const world = newWorld();
const [path, seed] = process.argv.slice(2);
const { scheduler, errors } = await openProcess(await openSqliteStore(path!), world, undefined, Number(seed));
process.on("message", async (now: number) => {
  world.now = now;
  await scheduler.round();
  process.send!({ analyses: world.analyses, errors: errors.map(String) });
});
process.send!("ready");
