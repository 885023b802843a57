// What Dolos says of all pairs of a folder, as its users ask it. argv: the folder of @dodona/dolos-lib, a folder of files, their ending.
// Prints [[name, name, similarity], …]. It is installed by whoever asks, since its parsers are compiled where they are installed.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { argv } from "node:process";
import { pathToFileURL } from "node:url";

const [library, folder, ending] = argv.slice(2);
const { exports } = JSON.parse(readFileSync(join(library, "package.json"), "utf8"));
const { Dolos } = await import(pathToFileURL(join(library, exports)).href);
const files = readdirSync(folder).map((name) => join(folder, name));
const report = await new Dolos().analyzePaths(files);
const nameOf = ({ path }) => basename(path, ending);
const pairs = report.allPairs().map((pair) => [nameOf(pair.leftFile), nameOf(pair.rightFile), pair.similarity]);
console.log(JSON.stringify(pairs));
