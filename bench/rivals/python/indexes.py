"""Builds an index of documents in a process of its own. argv: name, JSON Lines with `id` and `text`, a folder, JSON with what is looked for.

Prints {"version": ..., "seconds": ..., "cpuSeconds": ..., "maxResidentBytes": ..., "bytes": ...}: of the build, reading of the file included.
All keep the text. What is looked for is {"id": ..., "text": ...}, words of one document: an index that does not name the document ends in an error.
"""
import json
import os
import resource
import subprocess
import sys
import time
from importlib.metadata import version

CODECS = {"spolia": "deflate", "spolia, text as it is": "raw"}


def documents(path):
    with open(path, encoding="utf8") as lines:
        for line in lines:
            yield json.loads(line)


def spolia(name, path, folder):
    node, cli = os.environ["SPOLIA_NODE"], os.environ["SPOLIA_CLI"]
    corpus = os.path.join(folder, "corpus")
    build = [node, cli, "corpus", "build", path, "-o", corpus, "--dataset", "bench", "--codec", CODECS[name]]
    subprocess.run(build, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def find(text):
        asked = [node, cli, "analyze", "-", "--corpus", corpus, "--json"]
        said = subprocess.run(asked, input=text, encoding="utf8", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        return [match["document"]["id"] for match in json.loads(said.stdout)["matches"]]

    return find


def sqlite(name, path, folder):
    import sqlite3

    database = sqlite3.connect(os.path.join(folder, "index.sqlite"))
    database.executescript(
        "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; CREATE VIRTUAL TABLE texts USING fts5(id UNINDEXED, text)"
    )
    database.executemany("INSERT INTO texts VALUES (?, ?)", ((one["id"], one["text"]) for one in documents(path)))
    database.commit()
    database.execute("INSERT INTO texts (texts) VALUES ('optimize')")
    database.commit()
    return lambda text: [row[0] for row in database.execute("SELECT id FROM texts WHERE texts MATCH ?", (f'"{text}"',))]


def tantivy_index(name, path, folder):
    import tantivy

    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw")
    builder.add_text_field("text", stored=True)
    index = tantivy.Index(builder.build(), path=folder)
    writer = index.writer(heap_size=256_000_000, num_threads=2)
    for one in documents(path):
        writer.add_document(tantivy.Document(id=one["id"], text=one["text"]))
    writer.commit()
    writer.wait_merging_threads()

    def find(text):
        index.reload()
        searcher = index.searcher()
        hits = searcher.search(index.parse_query(f'"{text}"', ["text"]), 10).hits
        return [searcher.doc(address)["id"][0] for _, address in hits]

    return find


def suffix_array(name, path, folder):
    import numpy
    import pydivsufsort

    parts, starts, at = [], [], 0
    for one in documents(path):
        starts.append((at, one["id"]))
        parts.append(one["text"].encode() + b"\0")
        at += len(parts[-1])
    text = b"".join(parts)
    order = pydivsufsort.divsufsort(text)
    with open(os.path.join(folder, "text"), "wb") as file:
        file.write(text)
    numpy.save(os.path.join(folder, "order"), order)

    def find(words):
        wanted = words.encode()
        low, high = 0, len(order)
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if text[order[middle] :][: len(wanted)] < wanted else (low, middle)
        place = order[low]
        if not text.startswith(wanted, place):
            return []
        return [[id for start, id in starts if start <= place][-1]]

    return find


BUILDERS = {
    "spolia": (spolia, None),
    "spolia, text as it is": (spolia, None),
    "SQLite FTS5": (sqlite, None),
    "tantivy": (tantivy_index, "tantivy"),
    "suffix array": (suffix_array, "pydivsufsort"),
}

if __name__ == "__main__":
    name, path, folder, wanted = sys.argv[1], sys.argv[2], sys.argv[3], json.loads(sys.argv[4])
    os.makedirs(folder)
    build, package = BUILDERS[name]
    of = resource.RUSAGE_CHILDREN if package is None and name.startswith("spolia") else resource.RUSAGE_SELF
    start = time.monotonic()
    find = build(name, path, folder)
    seconds = time.monotonic() - start
    used = resource.getrusage(of)
    found = find(wanted["text"])
    if wanted["id"] not in found:
        sys.exit(f"{name} names {found}, not {wanted['id']}")
    print(
        json.dumps(
            {
                "version": None if package is None else version(package),
                "seconds": seconds,
                "cpuSeconds": used.ru_utime + used.ru_stime,
                "maxResidentBytes": used.ru_maxrss * 1024,
                "bytes": sum(os.path.getsize(os.path.join(at, one)) for at, _, files in os.walk(folder) for one in files),
            }
        )
    )
