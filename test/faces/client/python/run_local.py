"""Starts a local engine twice: one is closed, one is left to itself.

    python run_local.py ENGINE NODE
"""

import json
import os
import sys

import httpx

import spolia

ENGINE, NODE = sys.argv[1:]
with open("tale.txt", encoding="utf-8") as file:
    CONTENT = file.read()

with spolia.local(corpora=["tales.spolia"], engine=ENGINE, node=NODE) as engine:
    result = engine.analyze(content=CONTENT)
    stranger = httpx.post(f"{engine._transport.options.base_url}/api/v1/attribution/analyze", json={"content": CONTENT})
    closed = engine._process.pid
try:
    spolia.local(corpora=["nowhere.spolia"], engine=ENGINE, node=NODE)
    refused = None
except spolia.SpoliaClientError as error:
    refused = str(error)
left = spolia.local(corpora=["tales.spolia"], engine=ENGINE, node=NODE)
told = {"verdict": result.verdict, "without_key": stranger.status_code, "refused": refused}
print(json.dumps({**told, "closed": closed, "left": left._process.pid}), flush=True)
# No exit handler runs: the engine has to notice by itself.
os._exit(0)
