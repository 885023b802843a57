/** `npm run samples`: writes one sample of each result, which the OpenAPI document and the tests use. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { SAMPLES_PATH, samplesText } from "./record.ts";

writeFileSync(fileURLToPath(new URL(`../../${SAMPLES_PATH}`, import.meta.url)), await samplesText());
