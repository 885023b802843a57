"""datatrove: leaves out documents that the corpora of a local engine know. Needs the extra `local`.

    python datatrove_filter.py CORPUS DOCUMENT…
"""

import sys

from datatrove.data import Document
from datatrove.pipeline.filters.base_filter import BaseFilter

import spolia


class UnknownToCorpora(BaseFilter):
    """Keeps documents in which the engine finds no work of its corpora. Each process of a pipeline has an engine."""

    name = "unknown to the corpora"

    def __init__(self, corpora, exclusion_writer=None):
        super().__init__(exclusion_writer)
        self.corpora = corpora
        self._engine = None

    def filter(self, doc):
        if self._engine is None:
            self._engine = spolia.local(corpora=self.corpora)
        verdict = self._engine.analyze(content=doc.text).verdict
        return True if verdict in ("none_found", "insufficient_evidence") else (False, verdict)

    def __getstate__(self):
        # An engine stays in the process that started it.
        return {**self.__dict__, "_engine": None}


if __name__ == "__main__":
    corpus, *texts = sys.argv[1:]
    documents = (Document(text=text, id=str(at)) for at, text in enumerate(texts))
    kept = [one.id for one in UnknownToCorpora([corpus]).run(documents)]
    print(len(kept), "of", len(texts))
