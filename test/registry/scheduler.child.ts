/** A process with a scheduler over records in a file or a database: makes a round for each time that it is sent, and says how many analyses it made. */
import { flushCompileCache } from "node:module";
import { newWorld, openProcess } from "./monitored.ts";
import { openAt } from "./openAt.ts";

// A killed process keeps nothing of what it compiled for those after it.
flushCompileCache();

const world = newWorld();
const [place, seed] = process.argv.slice(2);
const { scheduler, errors } = await openProcess(await openAt(place!), world, undefined, Number(seed));
process.on("message", async (now: number) => {
  world.now = now;
  await scheduler.round();
  process.send!({ analyses: world.analyses, errors: errors.map(String) });
});
process.send!("ready");
