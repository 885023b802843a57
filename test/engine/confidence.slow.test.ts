/** The same for all 2,000 requests: `npm run test:slow`. */
import "./confidence.test.ts";
