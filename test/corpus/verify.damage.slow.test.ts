/** The same for all 1,000 damages: `npm run test:slow`. */
import "./verify.damage.test.ts";
