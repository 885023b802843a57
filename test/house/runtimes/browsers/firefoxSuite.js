/** What `chromium.js` does, in headless Firefox. */

import { bundledScripts, resultsIn } from "../suite/suiteHost.js";
import { firefox, openFirefox } from "./firefox.js";

async function visit(scripts, kernels) {
  const page = await openFirefox(found);
  try {
    return await resultsIn(scripts, kernels, page.navigate);
  } finally {
    await page.close();
  }
}

const found = firefox();
if (found.lacking !== undefined) {
  console.log(JSON.stringify(found));
} else {
  const scripts = await bundledScripts();
  const visits = process.argv.slice(2).map((kernels) => visit(scripts, kernels));
  const [[page, worker, storage], [referencePage, referenceWorker] = []] = await Promise.all(visits);
  console.log(JSON.stringify({ page, worker, referencePage, referenceWorker, storage }));
}
