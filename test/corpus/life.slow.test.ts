/** Any sequence of changes, twice as many: `npm run test:slow`. */
import "./life.test.ts";
