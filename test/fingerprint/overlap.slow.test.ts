/** The same with 2,000 samples a scenario: `npm run test:slow`. */
import "./overlap.test.ts";
