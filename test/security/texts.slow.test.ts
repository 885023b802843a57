/** The same with twice as many texts in each place: `npm run test:slow`. */
import "./texts.test.ts";
