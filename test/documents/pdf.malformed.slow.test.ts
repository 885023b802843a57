/** All of 1,000 malformed PDF; `npm test` reads 100. */
import "./pdf.malformed.test.ts";
