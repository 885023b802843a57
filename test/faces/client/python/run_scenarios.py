"""Goes through all scenarios with the client in Python, and prints the outcomes as one JSON document.

    python run_scenarios.py ADDRESS sync|async
"""

import asyncio
import io
import json
import keyword
import logging
import os
import re
import sys
import urllib.request

import spolia

ADDRESS, MODE = sys.argv[1:]
IS_ASYNC = MODE == "async"
with open(os.path.join(os.path.dirname(__file__), "../scenarios/scenarios.json"), encoding="utf-8") as file:
    SCENARIOS = json.load(file)

#: Options of the scenarios, as Python spells them and in its units.
SECONDS = {"timeout_ms": "timeout", "poll_ms": "poll"}


def spelled(options):
    return {SECONDS.get(name, name): value / 1000 if name in SECONDS else value for name, value in options.items()}


def snake(name):
    return re.sub(r"[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


def given(call):
    """The keywords of a method: options of the request, its query, and the fields of its body."""
    options = spelled(call.get("options", {}))
    if "headers" in options:
        options["extra_headers"] = options.pop("headers")
    return {**call.get("query", {}), **({} if is_whole(call) else body_of(call)), **options}


def body_of(call):
    repeat = call.get("repeat", {})
    return {name: value * repeat[name] if name in repeat else value for name, value in call.get("body", {}).items()}


def is_whole(call):
    """Whether the body is given as a whole: a field of it has the name of a keyword of Python."""
    return any(keyword.iskeyword(name) for name in call.get("body", {}))


async def value(answer):
    return await answer if IS_ASYNC and hasattr(answer, "__await__") else answer


async def called(client, scenario, index, outcome):
    call = scenario["call"]
    form = call.get("as")
    if form == "unwrap":
        message = json.load(urllib.request.urlopen(f"{ADDRESS}/message/{index}"))
        outcome["data"] = client.webhooks.unwrap(message["body"], message["headers"], call["body"])
        return
    owner = client.with_raw_response if form == "raw" else client
    for name in call["method"].split("."):
        owner = getattr(owner, snake(name))
    answer = owner(*call.get("path", []), *([body_of(call)] if is_whole(call) else []), **given(call))
    if form in ("items", "lines"):
        outcome["data"] = items = []
        if IS_ASYNC:
            async for item in answer:
                items.append(item)
        else:
            for item in answer:
                items.append(item)
        return
    data = await value(answer)
    if form == "raw":
        data = {"status": data.status, "request_id": data.request_id}
    outcome["data"] = data.document if isinstance(data, (spolia.Page, spolia.AsyncPage)) else data


def error_of(error):
    return {
        "classes": [one.__name__ for one in type(error).__mro__],
        "status": getattr(error, "status", None),
        "code": getattr(error, "code", None),
        "request_id": getattr(error, "request_id", None),
        "message": str(error),
    }


def plain(data):
    if isinstance(data, spolia.Document):
        return data.to_dict()
    return [plain(one) for one in data] if isinstance(data, list) else data


async def outcome_of(index, scenario):
    url = f"{ADDRESS}/s/{index}"
    options = scenario.get("client", {"api_key": "sp_live_key"})
    environment = {name: text.replace("{url}", url) for name, text in scenario.get("environment", {}).items()}
    log, outcome = io.StringIO(), {}
    handler = logging.StreamHandler(log)
    logging.getLogger("spolia").addHandler(handler)
    os.environ.update(environment)
    try:
        kind = spolia.AsyncSpolia if IS_ASYNC else spolia.Spolia
        client = kind(**{"base_url": url, **spelled(options)})
        await called(client, scenario, index, outcome)
        await value(client.close())
    except Exception as error:
        outcome["error"] = error_of(error)
    for name in environment:
        del os.environ[name]
    logging.getLogger("spolia").removeHandler(handler)
    logging.getLogger("spolia").setLevel(logging.WARNING)
    return {**outcome, "data": plain(outcome.get("data")), "log": log.getvalue()}




async def main():
    json.dump([await outcome_of(index, one) for index, one in enumerate(SCENARIOS)], sys.stdout)


asyncio.run(main())
