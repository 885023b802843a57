/**
 * Which tests `npm test` leaves to `npm run test:all`: those that start browsers, other runtimes, other languages and databases, kill
 * processes, or enumerate what can fail, and whatever takes seconds of a processor while a neighbour tells most of it in less.
 */
import { matchesGlob } from "node:path";

const REST: readonly string[] = [
  // What is built and packed, and where it runs.
  "test/house/{package,runtimes,mutants,bench,altered}/**",
  "test/support/watchdog/**",
  "test/deploy/**",
  "test/faces/client/{go,python,scenarios,generators}/**",
  "test/faces/client/{client,core}.test.ts",
  // Processes of the service, its databases, and those who attack it.
  "test/service/{process,security}/**",
  "test/service/store/{failingPostgres,postgres,processes,kill}.test.ts",
  "test/remote/cluster/{cluster,builds,faults,rolling,members}.test.ts",
  // Every way in which storage fails, and every byte that is damaged.
  "test/corpus/failures/**",
  "test/corpus/{change/verifyDamage,segment/madeup,storage/fullDisk,storage/lock}.test.ts",
  // Commands as processes, by the dozen.
  "test/cli/{terminal/process,terminal/threads,texts/tables,models/asking,models/memorisation,corpus/resume}.test.ts",
];

/** Whether `npm test` leaves a file of tests to `npm run test:all`. The path is relative to the root. */
export const isOfRest = (file: string): boolean => REST.some((pattern) => matchesGlob(file, pattern));
