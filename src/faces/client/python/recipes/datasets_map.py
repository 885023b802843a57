"""Hugging Face datasets: ids and signatures by `map`, many texts a call. Needs the extra `core`."""

from datasets import Dataset

import spolia
from spolia.core import minhash_all

dataset = Dataset.from_dict(
    {
        "text": [
            "It was the best of times, it was the worst of times.",
            "It was the BEST of times; it was the worst of times!",
            "Call me Ishmael. Some years ago - never mind how long precisely.",
        ]
    }
)


def fingerprinted(batch):
    texts = batch["text"]
    return {
        "fingerprint": [one.id for one in spolia.fingerprint_all(texts)],
        "signature": [list(map(int, one)) for one in minhash_all(texts, places=64)],
    }


dataset = dataset.map(fingerprinted, batched=True, batch_size=1000)
print(len(set(dataset["fingerprint"])), "of", len(dataset))
