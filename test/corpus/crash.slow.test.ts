/** The same with four times as many reads that fail: `npm run test:slow`. */
import "./crash.test.ts";
