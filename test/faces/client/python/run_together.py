"""One client from many sides: threads, tasks that are cancelled, a proxy, misspelled options, an engine that says nothing.

    python run_together.py ADDRESS SILENT_ENGINE NODE
"""

import asyncio
import json
import os
import signal
import sys
from concurrent.futures import ThreadPoolExecutor

import httpx

import spolia
from spolia import _local

ADDRESS, SILENT_ENGINE, NODE = sys.argv[1:]
told = {}


def refusal(call):
    try:
        call()
    except (TypeError, spolia.SpoliaClientError) as error:
        return f"{type(error).__name__}: {error}"
    return None


client = spolia.Spolia(api_key="sp_live_key", base_url=ADDRESS)
told["misspelled"] = {
    "client": refusal(lambda: spolia.Spolia(baseUrl=ADDRESS)),
    "async client": refusal(lambda: spolia.AsyncSpolia(baseUrl=ADDRESS)),
    "options": refusal(lambda: client.with_options(maxRetries=1)),
    "call": refusal(lambda: client.analyze(content="a", timeoutMs=1)),
    "field": refusal(lambda: client.analyze(contents="a")),
    "list": refusal(lambda: client.works.list(pageSize=1)),
    "local": refusal(lambda: spolia.local(corpus="a")),
    "wait": refusal(lambda: client.jobs.wait("job_1", poll=0)),
    "address": refusal(lambda: spolia.Spolia(base_url="")),
    "headers": refusal(lambda: spolia.Spolia(headers=["a"])),
}

with ThreadPoolExecutor(8) as threads:
    answers = threads.map(lambda i: client.analyze(content=f"text {i}").content == f"text {i}", range(200))
    told["threads"] = sum(answers)

follows = spolia.Spolia(api_key="sp_live_key", base_url=f"{ADDRESS}/moved", http_client=httpx.Client(follow_redirects=True))
told["moved"] = refusal(lambda: follows.analyze(content="a"))


async def tasks():
    async with spolia.AsyncSpolia(api_key="sp_live_key", base_url=ADDRESS) as client:
        silent = asyncio.create_task(client.analyze(content="silent"))
        lines = asyncio.create_task(anext(client.batches.analyze(requests=[{"content": "silent"}])))
        await asyncio.sleep(0.2)
        for task in (silent, lines):
            task.cancel()
        ended = await asyncio.gather(silent, lines, return_exceptions=True)
        told["cancelled"] = [type(one).__name__ for one in ended]
        after = await asyncio.gather(*(client.analyze(content=f"text {i}") for i in range(20)))
        told["after"] = sum(one.content == f"text {i}" for i, one in enumerate(after))


asyncio.run(tasks())

os.environ["HTTP_PROXY"] = ADDRESS
told["proxied"] = spolia.Spolia(api_key="sp_live_key", base_url="http://service.invalid").analyze(content="a").asked
del os.environ["HTTP_PROXY"]


class Interrupted(BaseException):
    """As by the keyboard."""


def interrupt(*_):
    raise Interrupted


# Nothing may wait for the hour once the program has been interrupted.
_local.START_SECONDS = 3600
signal.signal(signal.SIGALRM, interrupt)
signal.setitimer(signal.ITIMER_REAL, 1)
try:
    spolia.local(engine=SILENT_ENGINE, node=NODE)
except Interrupted:
    told["interrupted"] = True
print(json.dumps(told), flush=True)
