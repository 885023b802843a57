/**
 * Statements of training data, read by the projects of the standards: `mlcroissant` validates Croissant, and `spdx-python-model`, whose
 * classes are made from the model of SPDX 3.0.1, reads SPDX. Both come from PyPI into an environment of their own.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type Catalogue, loadCatalogue } from "../../../src/catalogue/index.ts";
import { draftStatement } from "../../../src/files/index.ts";
import { run } from "../../faces/client/generators/generated.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { skippable } from "../../support/skippable.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";

const READ_SPDX = `
import sys
from spdx_python_model import v3_0_1 as spdx
read = spdx.SHACLObjectSet()
with open(sys.argv[1]) as file:
    spdx.JSONLDDeserializer().read(file, read)
missing = read.link()
print(len(list(read.foreach_type("dataset_DatasetPackage"))), len(missing or []))
`;

const hasPython = spawnSync("python3", ["-c", "import venv, ensurepip"]).status === 0;
describe.skipIf(!hasPython)(skippable("statements of training data", !hasPython, "no Python 3 with venv"), () => {
  let folder: string;
  let python: string;
  let catalogue: Catalogue;
  beforeAll(async () => {
    folder = temporaryFolder();
    catalogue = await loadCatalogue();
    await run("python3", ["-m", "venv", "venv"], folder);
    python = join(folder, "venv/bin/python");
    const packages = ["mlcroissant==1.1.1", "spdx-python-model==0.0.6"];
    await run(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...packages], folder);
    writeFileSync(join(folder, "read.py"), READ_SPDX);
  });

  async function written(name: string, request: object): Promise<string> {
    const { document } = await draftStatement(request as never, { catalogue });
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify(document));
    return path;
  }

  test("SPDX of all datasets that may be named at once, and of a model, is read with each relation", async () => {
    const datasets = catalogue.datasets.slice(0, 200).map(({ id }) => id);
    const model = "allenai/olmo-2-1124-7b";
    const trained = catalogue.lineageOf(model).length;
    for (const [request, number] of notEmpty([
      [{ format: "spdx", datasets }, 200],
      [{ format: "spdx", model }, trained],
    ] as const))
      expect((await run(python, ["read.py", await written("statement.spdx.json", request)], folder)).trim()).toBe(
        `${number} 0`,
      );
  });

  test("Croissant of twenty datasets is valid", async () => {
    for (const { id } of notEmpty(catalogue.datasets.filter((_, place) => place % 14 === 0))) {
      const path = await written("croissant.json", { format: "croissant", datasets: [id] });
      const checked = spawnSync(join(folder, "venv/bin/mlcroissant"), ["validate", "--jsonld", path], {
        encoding: "utf8",
      });
      expect(checked.status, `${id}: ${checked.stderr}`).toBe(0);
      expect(checked.stderr).not.toMatch(/error\(s\)|@context` is not standard/);
    }
  });
});
