"""pandas: ids of texts as a column, and each text once, whatever its case and punctuation. Needs the extra `core`."""

import pandas

import spolia

frame = pandas.DataFrame(
    {
        "text": [
            "It was the best of times, it was the worst of times.",
            "It was the BEST of times; it was the worst of times!",
            "Call me Ishmael. Some years ago - never mind how long precisely.",
        ]
    }
)
frame["fingerprint"] = [one.id for one in spolia.fingerprint_all(frame["text"])]
print(len(frame.drop_duplicates("fingerprint")), "of", len(frame))
