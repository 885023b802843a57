"""A pipeline of datatrove with the steps of spolia, on three ranks; then with a rank too few. python run_datatrove.py GIVEN.json"""

import json
import os
import sys

from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.readers import JsonlReader
from datatrove.pipeline.writers import JsonlWriter

from spolia.datatrove import Audit, AuditResult

if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        given = json.load(file)
    items, programs = given["items"], {"node": given["node"], "engine": given["engine"]}
    steps = [
        JsonlReader("dataset", glob_pattern="*.jsonl"),
        Audit(items, "seen", **programs),
        JsonlWriter("kept", output_filename="${rank}.jsonl", compression=None),
    ]
    LocalPipelineExecutor(steps, tasks=3, workers=2, logging_dir="logs").run()
    LocalPipelineExecutor([AuditResult(items, "seen", "result", **programs)], logging_dir="logs-result").run()
    seen = sorted(os.listdir("seen"))
    refused = []
    with open(os.path.join("seen", seen[1]), encoding="utf-8") as file:
        lines = file.readlines()
    with open(os.path.join("seen", seen[1]), "w", encoding="utf-8") as file:
        file.writelines(lines[:-1])
    for _ in range(2):
        try:
            list(AuditResult(items, "seen", "result-2", **programs).run())
        except Exception as error:
            refused.append(str(error))
        if len(refused) == 1:
            os.remove(os.path.join("seen", seen[1]))
    print(json.dumps({"seen": seen, "refused": refused}))
