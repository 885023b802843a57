/** The larger corpora of the shared data at full size are sound whatever is done to them: `npm run test:slow`. */
import { QUICK_CORPORA, SHARED_CORPORA, testSoundLife } from "../../support/suites/corpus/sharedLife.ts";

for (const corpus of Object.keys(SHARED_CORPORA)) if (!QUICK_CORPORA.includes(corpus)) testSoundLife(corpus);
