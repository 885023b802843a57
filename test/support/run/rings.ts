/**
 * Which tests `npm test` leaves to `npm run test:all`: those that start browsers, other runtimes, other languages and databases, kill
 * processes, or enumerate what can fail, and whatever takes seconds of a processor while a neighbour tells most of it in less.
 */
import { matchesGlob } from "node:path";

const REST: readonly string[] = [
  // What is built and packed, where it runs, and what measures.
  "test/house/{package,runtimes,mutants,bench,altered,patterns}/**",
  "test/support/watchdog/**",
  "test/deploy/**",
  "test/faces/client/{go,python,scenarios,generators}/**",
  "test/faces/client/{client,core}.test.ts",
  "test/faces/site/readme.test.ts",
  // Processes of the service, its databases, and those who attack it.
  "test/service/{process,security}/**",
  "test/service/store/{failingPostgres,postgres,processes,kill}.test.ts",
  "test/service/{http/fuzz/fuzz,http/openapi/lint,http/routes/memorisation,timestamp/timestamp}.test.ts",
  "test/service/http/{edge/keyless,edge/pipeline,request/intake,serve/modes,serve/rotation}.test.ts",
  "test/service/http/routes/batch.test.ts",
  // Hours of runs, batches and deliveries, told by a clock of their own.
  "test/service/{runs/batches,runs/monitors,deliveries/sending}.test.ts",
  "test/cli/corpus/jobs.test.ts",
  "test/remote/publicIndexes/{cli,faults,states,replay,service}.test.ts",
  // Every way in which storage fails, every byte that is damaged, every storage and kernel in the same suite.
  "test/corpus/failures/**",
  "test/corpus/build/{life,memory,file,http,shared}.test.ts",
  "test/corpus/build/build.test.ts",
  "test/corpus/change/{encode,sync,verify,verifyDamage}.test.ts",
  "test/corpus/{segment/madeup,segment/page,storage/copies,storage/fullDisk,storage/http,storage/lock,storage/s3}.test.ts",
  "test/corpus/duplicates/{duplicates,spilledRuns}.test.ts",
  "test/corpus/{format/postings,search/candidates,search/chance,search/far}.test.ts",
  "test/core/kernels/{foldTable,memory,load,numbers,quality,sets,wasm}.test.ts",
  "test/core/text/{language,letterSpacing,ngrams,normalization,offsets}.test.ts",
  "test/core/{fingerprint/overlap,sketch/estimate}.test.ts",
  // Files that harm, by the hundred; what git itself leaves out; audits of millions of words.
  "test/files/{audit/parts,documents/latex/latex,documents/office/gitignore}.test.ts",
  "test/files/documents/{malformed,pdf/malformed,datasets/malformed,markup/readers,readInOrder,places}.test.ts",
  // Models that are asked through a host that misbehaves, and statistics of a thousand draws.
  "test/engine/{calibrate,extract/asked,extract/extract,extract/iterated,meaning/languages,meaning/verdicts,meaning/interleaved,score/words}.test.ts",
  "test/engine/steps/{confidence,growth,reworded,custody/cost,decisions/decisions}.test.ts",
  "test/engine/probe/probe.test.ts",
  "test/models/{connectors/faults,membership/classifier,membership/gate,membership/gateFeatures}.test.ts",
  // Encoders with real weights, each operation with its answer changed, the names of all records.
  "test/models/encoders/kernel.test.ts",
  "test/report/{tolerances,variations}.test.ts",
  "test/catalogue/{ledger/meant,graph/exclusion}.test.ts",
  // What released versions stored.
  "test/formats/**",
  // Commands as processes, by the dozen.
  "test/cli/{terminal/process,terminal/threads,texts/tables,models/asking,models/memorisation,corpus/resume}.test.ts",
  "test/cli/{corpus/longWork,corpus/sync,service/limits,service/replicas}.test.ts",
  "test/cli/{models/encoders,models/feed,texts/decisions,texts/rightsFetch,texts/sameText}.test.ts",
];

/** Whether `npm test` leaves a file of tests to `npm run test:all`. The path is relative to the root. */
export const isOfRest = (file: string): boolean => REST.some((pattern) => matchesGlob(file, pattern));
