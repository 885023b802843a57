"""
Makes the files beside this script with pyarrow 26 and zstandard .25, and rows.json, what pyarrow reads of them:
    pip install pyarrow==26.0.1 zstandard==0.25.0 && python test/files/documents/datasets/files/make.py
"""

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import zstandard

FOLDER = Path(__file__).parent
ROWS = 40
WORDS = "the café of Łódź keeps 漢字 and 🙂 in one plain sentence that goes on".split()


def sentence(i: int) -> str | None:
    if i % 13 == 5:
        return None
    return " ".join(WORDS[(i * 7 + k * (i % 5 + 1)) % len(WORDS)] for k in range(i % 11))


table = pa.table(
    {
        "id": [f"d{i}" for i in range(ROWS)],
        "text": pa.array([sentence(i) for i in range(ROWS)], pa.string()),
        "large": pa.array([sentence(i + 1) for i in range(ROWS)], pa.large_string()),
        "source": pa.array([["web", "book"][i % 2] for i in range(ROWS)]).dictionary_encode(),
        "year": pa.array([1900 + i for i in range(ROWS)], pa.int32()),
        "score": pa.array([i / 8 for i in range(ROWS)]),
        "big": pa.array([2**60 + i for i in range(ROWS)], pa.int64()),
        "flag": pa.array([None if i % 5 == 0 else i % 2 == 0 for i in range(ROWS)]),
        "meta": pa.array(
            [None if i % 11 == 0 else {"url": f"http://x/{i}", "inner": None if i % 7 == 0 else {"note": f"n{i}"}} for i in range(ROWS)]
        ),
        "tokens": pa.array([[str(k) for k in range(i % 4)] for i in range(ROWS)]),
    }
)


def write(name: str, **options) -> None:
    pq.write_table(table, FOLDER / f"{name}.parquet", row_group_size=17, write_statistics=False, store_schema=False, **options)


for codec in ["none", "snappy", "gzip", "zstd", "brotli", "lz4"]:
    write(codec, compression=codec)
write("pages2", compression="zstd", data_page_version="2.0")
write("small-pages", compression="snappy", data_page_size=64, write_page_index=True)
write("no-dictionary", compression="snappy", use_dictionary=False)
write(
    "differences",
    compression="none",
    use_dictionary=False,
    column_encoding={"text": "DELTA_BYTE_ARRAY", "large": "DELTA_LENGTH_BYTE_ARRAY", "year": "DELTA_BINARY_PACKED", "score": "BYTE_STREAM_SPLIT"},
)
rows = [{**row, "big": str(row["big"])} for row in table.to_pylist()]
(FOLDER / "rows.json").write_text(json.dumps(rows, ensure_ascii=False, indent=1) + "\n")

turns = [[{"role": ["user", "model"][j % 2], "content": sentence(i + j)} for j in range(i % 5)] for i in range(ROWS)]
chats = pa.table(
    {
        "id": [f"c{i}" for i in range(ROWS)],
        "messages": pa.array([None if i % 7 == 0 else one for i, one in enumerate(turns)]),
        "doc": pa.array([{"paragraphs": [sentence(i), None, sentence(i + 1)]} for i in range(ROWS)]),
    }
)
(FOLDER / "lists").mkdir(exist_ok=True)
for name, options in {
    "packed": {"compression": "snappy"},
    "pages2": {"compression": "zstd", "data_page_version": "2.0"},
    "small-pages": {"compression": "gzip", "data_page_size": 64, "use_dictionary": False},
    "former-names": {"compression": "none", "use_compliant_nested_type": False},
}.items():
    pq.write_table(chats, FOLDER / f"lists/{name}.parquet", row_group_size=17, write_statistics=False, store_schema=False, **options)
(FOLDER / "lists/rows.json").write_text(json.dumps(chats.to_pylist(), ensure_ascii=False, indent=1) + "\n")

lines = "".join(json.dumps({"id": str(i), "text": sentence(i) or "none"}, ensure_ascii=False) + "\n" for i in range(1, 11)).encode()
packer = zstandard.ZstdCompressor(write_checksum=True)
skippable = (0x184D2A53).to_bytes(4, "little") + (5).to_bytes(4, "little") + b"12345"
streamed = packer.compressobj()
frames = [packer.compress(lines[:100]), skippable, streamed.compress(lines[100:]) + streamed.flush()]
(FOLDER / "frames.jsonl.zst").write_bytes(b"".join(frames))
