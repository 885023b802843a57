/** Results of the requests in examples.ts, lists shortened to two items. Generated: `npm run samples`. */
import type { OperationName, ResultOf } from "../../../base/contract/operations.ts";

export const SAMPLES: { readonly [Name in OperationName]: ResultOf<Name> } = {
  analyze: {
    "analysis_id": "an_75ae54839deabd9622a392da0d1f5630",
    "fingerprint": "spolia1_f7a9fb745a968d0fea7450091ed8b983",
    "work_hash": "sha256:b2ba1c40775f6459ebcec54eba8d0c87e40124eb12386b1ea67766c9d3724d64",
    "iscc": "ISCC:EAAWUMFX3JOWOYUK",
    "confidence": 96.8529,
    "confidence_ci_95": [
      92.5226,
      99.9847
    ],
    "passage_confidence": 96.8529,
    "passage_confidence_ci_95": [
      92.5226,
      100
    ],
    "confidence_at_priors": [
      {
        "prior": 0.01,
        "confidence": 23.7142,
        "confidence_ci_95": [
          11.1101,
          98.5089
        ]
      },
      {
        "prior": 0.1,
        "confidence": 77.3728,
        "confidence_ci_95": [
          57.8922,
          99.8626
        ]
      }
    ],
    "confidence_features": {
      "content_words": 85,
      "searched_words": 2251,
      "passage_words": 85,
      "own_words": 85,
      "longest_run_words": 85,
      "identity": 1,
      "rarity_bits": 654.557641,
      "own_bits": 654.557641,
      "documents": 1,
      "quoted_words": 0,
      "formula_words": 0
    },
    "log10_lr": {
      "estimate": 1.4882,
      "lo": 1.0925,
      "hi": 3.8156
    },
    "verdict": "match",
    "relation": "part_of",
    "potential_matches": 1,
    "documents": [
      {
        "corpus": "gutenberg",
        "dataset": "the-pile",
        "document": {
          "id": "tale-of-two-cities",
          "title": "A Tale of Two Cities",
          "author": "Charles Dickens",
          "year": 1859,
          "text_digest": "ef70164574b080a4aab2ee927e78c831"
        },
        "relation": "part_of",
        "words": 85,
        "own_words": 85,
        "content_share": 1,
        "document_share": 0.456989,
        "longest_run_words": 85
      }
    ],
    "same_texts": [],
    "estimated_revenue": {
      "monthly": 0,
      "currency": "USD",
      "low": 0,
      "high": 0,
      "basis": [],
      "note": "No figure: the work is in the public domain by its date of publication, which needs no licence."
    },
    "attribution_sources": [
      {
        "provider": "EleutherAI",
        "model": "GPT-J-6B",
        "model_id": "eleutherai/gpt-j-6b",
        "training_dataset": "the-pile",
        "via": [],
        "sources": [
          "gptj"
        ],
        "corpus": "gutenberg",
        "dataset_basis": "none",
        "confidence": 92.0103,
        "confidence_ci_95": [
          87.8965,
          98.9849
        ],
        "confidence_of": "used_from_dataset",
        "evidence": "documented",
        "inclusion": {
          "lo": 0.95,
          "hi": 0.99,
          "grade": "documented_whole",
          "basis": "The whole dataset went in, by the developer's documents. Both ends are policy, not measured: at least 0.95, for filters, deduplication and errors of documentation; at most 0.99, since no documents were looked up in the training data."
        },
        "caveats": [],
        "match_confidence": 96.8529,
        "match_confidence_ci_95": [
          92.5226,
          99.9847
        ]
      },
      {
        "provider": "EleutherAI",
        "model": "GPT-Neo (125M-2.7B)",
        "model_id": "eleutherai/gpt-neo",
        "training_dataset": "the-pile",
        "via": [],
        "sources": [
          "gptneo"
        ],
        "corpus": "gutenberg",
        "dataset_basis": "none",
        "confidence": 92.0103,
        "confidence_ci_95": [
          87.8965,
          98.9849
        ],
        "confidence_of": "used_from_dataset",
        "evidence": "documented",
        "inclusion": {
          "lo": 0.95,
          "hi": 0.99,
          "grade": "documented_whole",
          "basis": "The whole dataset went in, by the developer's documents. Both ends are policy, not measured: at least 0.95, for filters, deduplication and errors of documentation; at most 0.99, since no documents were looked up in the training data."
        },
        "caveats": [],
        "match_confidence": 96.8529,
        "match_confidence_ci_95": [
          92.5226,
          99.9847
        ]
      }
    ],
    "possible_sources": [
      {
        "provider": "Bloomberg",
        "model": "BloombergGPT",
        "model_id": "bloomberg/bloomberggpt",
        "training_dataset": "the-pile",
        "via": [],
        "sources": [
          "bloomberg"
        ],
        "corpus": "gutenberg",
        "dataset_basis": "none",
        "evidence": "documented",
        "reason": "inclusion_unknown",
        "because": "Trained on part of that dataset; whether on this document is not known. No source says which documents of the dataset went in."
      },
      {
        "provider": "Cerebras Systems",
        "model": "Cerebras-GPT (111M-13B)",
        "model_id": "cerebras/cerebras-gpt",
        "training_dataset": "the-pile",
        "via": [],
        "sources": [
          "cerebras"
        ],
        "corpus": "gutenberg",
        "dataset_basis": "none",
        "evidence": "documented",
        "reason": "inclusion_unknown",
        "because": "Trained on part of that dataset; whether on this document is not known. No source says which documents of the dataset went in."
      }
    ],
    "unattributed_datasets": [],
    "risk_assessment": {
      "level": "none",
      "factors": [
        "share_of_a_work",
        "documented_training_use"
      ],
      "explanations": [
        {
          "factor": "share_of_a_work",
          "rule": "Passages make up at least 5 % of a searched document, and 50 words: more than a reported licence lets a model repeat.",
          "because": "Of one document, up to 45.6 % is met here.",
          "spans": [
            {
              "start": 0,
              "end": 416
            }
          ],
          "sources": [
            "harper",
            "harper-bb"
          ]
        },
        {
          "factor": "documented_training_use",
          "rule": "A model is documented to have trained on a dataset in which the content was met: on the whole, or on a documented share of it.",
          "because": "10 models are documented, if this corpus is what its label says.",
          "spans": [],
          "sources": [
            "codegen",
            "dolly1"
          ]
        }
      ]
    },
    "matches": [
      {
        "corpus": "gutenberg",
        "dataset": "the-pile",
        "document": {
          "id": "tale-of-two-cities",
          "title": "A Tale of Two Cities",
          "author": "Charles Dickens",
          "year": 1859,
          "text_digest": "ef70164574b080a4aab2ee927e78c831"
        },
        "kind": "verbatim",
        "widely_shared": false,
        "content": {
          "start": 0,
          "end": 416,
          "place": {
            "page": "17",
            "paragraph": 1
          }
        },
        "source": {
          "start": 0,
          "end": 416,
          "snippet": "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness, it was the epoch of belief, it was the epoch of incredulity, it was the season of Light, it was the season of Darkness, it was the",
          "place": {
            "page": "1",
            "heading": "I. The Period",
            "paragraph": 1
          }
        },
        "words": 85,
        "passage_id": "ps_85_df662018895dc4d4_87af8116553cbc0b118ca1526521e86d",
        "identity": 1,
        "rarity_bits": 654.557641,
        "chance_matches": 2.04593e-194,
        "document_frequency": 1,
        "verified": true,
        "commonplace": null
      }
    ],
    "uncounted": [],
    "coverage": {
      "words": 85,
      "matched_words": 85,
      "share": 1,
      "longest_run_words": 85
    },
    "decisions": null,
    "content_language": "en",
    "disguised_characters": {
      "total": 0,
      "kinds": []
    },
    "offset_unit": "utf16",
    "completeness": {
      "complete": true,
      "stages": [
        {
          "name": "search:gutenberg",
          "status": "done",
          "reason": "Any common run of 12 words was found."
        },
        {
          "name": "provenance",
          "status": "done"
        }
      ]
    },
    "method": {
      "engine": "spolia 0.2.0",
      "wasm_sha256": "0776556e5b4103d55b5ac4d2e76311288d9d79b4dfea5a9b3487ea38bf4507d2",
      "fold": "spolia1",
      "parameters": {
        "profile": "passage",
        "shingle_words": 5,
        "window_shingles": 8,
        "passage_words_min": 12,
        "telling_runs": "spolia-t1 2026-11-22",
        "language_detector": "eld 2.1.0 extrasmall"
      },
      "corpora": [
        {
          "name": "gutenberg",
          "dataset": "the-pile",
          "revision": "9c15536f1cb9f11d9ba0102f19e86d937461da1b68756f44602d4824bac2f73f",
          "documents": 6,
          "words": 2251,
          "dataset_basis": "none",
          "listings": [],
          "dataset_documents": 210607728,
          "complete": "no",
          "lookups": "all"
        }
      ],
      "catalogue": "cat_09746d41f361daf9",
      "calibration": "spolia-g2 2026-11-28",
      "commonplace": "spolia-commonplace 2026-11-28 81ace9f18c75",
      "prior": 0.5,
      "decisions": null
    }
  },
  score: {
    "score_id": "sc_79113375c21b9f0c28a921fb021e20f3",
    "tier": "weak",
    "direction": "for",
    "clipped": false,
    "log10_lr": {
      "estimate": 0.919197,
      "lo": 0.287165,
      "hi": 1.953106
    },
    "score": 15.31995,
    "ci_95": [
      4.786083,
      32.551767
    ],
    "range_basis": "sensitivity",
    "basis": "documentary",
    "model_id": "eleutherai/pythia",
    "propositions": {
      "in_corpus": "A passage of this text, or of a text it derives from, stands in a dataset that was searched.",
      "reproduced": "Pythia (70M-12B) emits this text under a stated protocol, without retrieval.",
      "trained_on": "Pythia (70M-12B) was trained on a copy of the work that contains the tested passages.",
      "alternative": "Pythia (70M-12B) was not trained on it, but may have met quotations, reviews and other works, and had no retrieval when asked."
    },
    "channels": [
      {
        "name": "match",
        "proposition": "in_corpus",
        "basis": "statistical",
        "gate": "not_needed",
        "lr": 30.7751,
        "ci_95": [
          12.3737,
          6540.34
        ],
        "range_basis": "sampling",
        "status": "measured",
        "statistic": {
          "matched_words": 85,
          "longest_run_words": 85,
          "datasets": 1
        },
        "reason": "The ratio that `analyze` states over these corpora. It is for presence in a dataset; what follows for training is in the channel `provenance`.",
        "sources": []
      },
      {
        "name": "provenance",
        "proposition": "trained_on",
        "basis": "documentary",
        "gate": "not_needed",
        "lr": 8.30228,
        "ci_95": [
          1.93716,
          89.7648
        ],
        "range_basis": "sensitivity",
        "status": "measured",
        "statistic": {
          "training_dataset": "the-pile",
          "inclusion_grade": "documented_rate",
          "inclusion_lo": 0.9,
          "inclusion_hi": 0.9,
          "match_lr": 30.7751,
          "match_lr_lo": 12.3737,
          "match_lr_hi": 6540.34,
          "works_share": 0.5,
          "works_share_lo": 0.1,
          "works_share_hi": 0.9
        },
        "reason": "For use from the-pile, by documents and the likelihood ratio of the match in the-pile. It assumes that what the passages are like has no influence on whether the model used the work from elsewhere, nor on whether training used the document if the dataset holds it. The share of such works in the dataset is unknown: the range goes over 10 % to 90 %, the range of inclusion and the interval of the match, and claims no coverage.",
        "sources": [
          "pythia",
          "rwkv-pile"
        ]
      }
    ],
    "observations": [],
    "in_dataset": {
      "status": "measured",
      "datasets": [
        {
          "dataset": "the-pile",
          "corpus": "gutenberg",
          "matched_words": 85,
          "share": 1,
          "longest_run_words": 85,
          "documents": 1,
          "verdict": "match"
        }
      ],
      "reason": null
    },
    "error_rates": [
      {
        "kind": "verbatim",
        "is_event": true,
        "match": 0.9706,
        "ci_95": [
          0.9408,
          0.9882
        ]
      },
      {
        "kind": "typography",
        "is_event": true,
        "match": 0.9583,
        "ci_95": [
          0.8764,
          0.9908
        ]
      }
    ],
    "reproduced": {
      "status": "not_measured",
      "rate": null,
      "ci_95": null,
      "reason": "The model was not asked to continue the text."
    },
    "jurisdiction": {
      "code": "EU-DSM",
      "applied": "EU-DSM",
      "name": "European Union, DSM Directive",
      "rule": "Directive (EU) 2019/790: art 3 for research organisations, without opt-out; art 4 for anyone, on lawfully accessible works, unless the use was expressly reserved in an appropriate manner, such as machine-readable means for online content.",
      "standard_of_proof": "Member-state civil procedure.",
      "opt_out": "decisive",
      "notes": [
        "Commercial text and data mining: allowed unless reserved.",
        "Form of a reservation: machine-readable means for content online; natural-language terms disputed."
      ],
      "sources": [
        "dsm",
        "tdmrep"
      ]
    },
    "caveats": [
      "The score rests on documents and on the search alone: no measurement of the model entered.",
      "The range of the score shows how far it depends on what is not known; it is not a 95 % interval."
    ],
    "what_would_change_this": [
      "A canary or a randomised order that was committed before publication: the only tests whose error is exact.",
      "Continuations of this text by the model, without retrieval, with control texts that it cannot have seen."
    ],
    "method": {
      "engine": "spolia 0.2.0",
      "wasm_sha256": "0776556e5b4103d55b5ac4d2e76311288d9d79b4dfea5a9b3487ea38bf4507d2",
      "fold": "spolia1",
      "parameters": {
        "profile": "passage",
        "shingle_words": 5,
        "window_shingles": 8,
        "passage_words_min": 12,
        "telling_runs": "spolia-t1 2026-11-22",
        "language_detector": "eld 2.1.0 extrasmall"
      },
      "corpora": [
        {
          "name": "gutenberg",
          "dataset": "the-pile",
          "revision": "9c15536f1cb9f11d9ba0102f19e86d937461da1b68756f44602d4824bac2f73f",
          "documents": 6,
          "words": 2251,
          "dataset_basis": "none",
          "listings": [],
          "dataset_documents": 210607728,
          "complete": "no",
          "lookups": "all"
        }
      ],
      "catalogue": "cat_09746d41f361daf9",
      "calibration": "spolia-g2 2026-11-28",
      "commonplace": "spolia-commonplace 2026-11-28 81ace9f18c75"
    },
    "completeness": {
      "complete": true,
      "stages": [
        {
          "name": "search:gutenberg",
          "status": "done",
          "reason": "Any common run of 12 words was found."
        },
        {
          "name": "likelihood_ratio",
          "status": "done"
        }
      ]
    }
  },
  compare: {
    "comparison_id": "cmp_7a0c684b03679fe19cc7cddb3c522619",
    "relation": "contains",
    "possible_relations": null,
    "jaccard": {
      "value": 0.105263,
      "ci_95": [
        0.105263,
        0.105263
      ]
    },
    "containment_a_in_b": {
      "value": 0.105263,
      "ci_95": [
        0.105263,
        0.105263
      ]
    },
    "containment_b_in_a": {
      "value": 1,
      "ci_95": [
        1,
        1
      ]
    },
    "longest_run_words": 12,
    "passages": [
      {
        "kind": "verbatim",
        "a": {
          "start": 0,
          "end": 51,
          "place": {
            "paragraph": 1
          }
        },
        "b": {
          "start": 0,
          "end": 51,
          "place": {
            "paragraph": 1
          }
        },
        "words": 12,
        "identity": 1
      }
    ],
    "a": {
      "fingerprint": "spolia1_f7a9fb745a968d0fea7450091ed8b983",
      "words": 85
    },
    "b": {
      "fingerprint": "spolia1_b99fd426ca98ace1be894c5e30bd32bb",
      "words": 12
    },
    "offset_unit": "utf16",
    "method": {
      "engine": "spolia 0.2.0",
      "wasm_sha256": "0776556e5b4103d55b5ac4d2e76311288d9d79b4dfea5a9b3487ea38bf4507d2",
      "fold": "spolia1",
      "parameters": {
        "profile": "passage",
        "shingle_words": 5,
        "window_shingles": 8,
        "passage_words_min": 12,
        "telling_runs": "spolia-t1 2026-11-22"
      },
      "corpora": [],
      "catalogue": "cat_09746d41f361daf9",
      "calibration": null,
      "commonplace": null
    },
    "completeness": {
      "complete": true,
      "stages": [
        {
          "name": "shares",
          "status": "done"
        },
        {
          "name": "passages",
          "status": "done"
        }
      ]
    }
  },
  compareAll: {
    "comparisons_id": "cmps_b147c7f3abac2d2ec9ff50ef58da7c9e",
    "texts": [
      {
        "id": "tale",
        "fingerprint": "spolia1_f7a9fb745a968d0fea7450091ed8b983",
        "words": 85
      },
      {
        "id": "notes",
        "fingerprint": "spolia1_2065bf13282aab089a35c1c73143b407",
        "words": 88
      }
    ],
    "references": 0,
    "pairs": [
      {
        "a": "tale",
        "b": "notes",
        "relation": "near_duplicate",
        "jaccard": {
          "value": 0.962025,
          "ci_95": [
            0.962025,
            0.962025
          ]
        },
        "containment_a_in_b": {
          "value": 1,
          "ci_95": [
            1,
            1
          ]
        },
        "containment_b_in_a": {
          "value": 0.962025,
          "ci_95": [
            0.962025,
            0.962025
          ]
        },
        "longest_run_words": 85,
        "passages": [
          {
            "kind": "verbatim",
            "a": {
              "start": 0,
              "end": 416,
              "place": {
                "paragraph": 1
              }
            },
            "b": {
              "start": 21,
              "end": 437,
              "place": {
                "paragraph": 1
              }
            },
            "words": 85,
            "identity": 1
          }
        ]
      }
    ],
    "clusters": [
      [
        "tale",
        "notes"
      ]
    ],
    "aligned_pairs": 1,
    "offset_unit": "utf16",
    "method": {
      "engine": "spolia 0.2.0",
      "wasm_sha256": "0776556e5b4103d55b5ac4d2e76311288d9d79b4dfea5a9b3487ea38bf4507d2",
      "fold": "spolia1",
      "parameters": {
        "profile": "passage",
        "shingle_words": 5,
        "window_shingles": 8,
        "passage_words_min": 12,
        "telling_runs": "spolia-t1 2026-11-22"
      },
      "corpora": [],
      "catalogue": "cat_09746d41f361daf9",
      "calibration": null,
      "commonplace": null
    },
    "completeness": {
      "complete": true,
      "stages": [
        {
          "name": "pairs",
          "status": "done"
        },
        {
          "name": "passages",
          "status": "done"
        }
      ]
    }
  },
  assess: {
    "assess_id": "as_c6b31cfa81c3cc006b63e002b12a9b72",
    "model_id": "eleutherai/pythia-12b",
    "level": "high",
    "because": "A match begins at medium; 1 step up by the factors.",
    "factors": [
      {
        "factor": "copies",
        "value": 1,
        "unit": "copies and near copies",
        "because": "1 document carries a passage, 1 of them half of the content or more; the passages stand in 1 work at most. What a model repeats grows with copies.",
        "sources": [
          "carlini"
        ],
        "weighs": "none"
      },
      {
        "factor": "inclusion",
        "value": 0.9,
        "unit": "least probability that a document was used",
        "because": "0.9 of a pass over the whole dataset, drawn uniformly.",
        "sources": [
          "pythia",
          "rwkv-pile"
        ],
        "weighs": "none"
      }
    ],
    "copies": {
      "status": "measured",
      "datasets": [
        {
          "dataset": "the-pile",
          "corpus": "gutenberg",
          "corpus_words": 2251,
          "documents": 1,
          "copies": 1,
          "near_copies": 0,
          "works": 1,
          "share": 1,
          "longest_run_words": 85,
          "verdict": "match"
        }
      ],
      "reason": null
    },
    "expected_extraction": {
      "range": null,
      "metric": null,
      "studies": [],
      "reason": "No comparable study: no listed source has a share of text that was extracted from this model."
    },
    "caveats": [
      "A level ranks cases by priority. Only querying the model, with `extract`, shows whether it repeats this work.",
      "What is said of datasets of this model holds only if this corpus is what its label says (gutenberg: the-pile, 6 of 210607728 documents)."
    ],
    "method": {
      "engine": "spolia 0.2.0",
      "wasm_sha256": "0776556e5b4103d55b5ac4d2e76311288d9d79b4dfea5a9b3487ea38bf4507d2",
      "fold": "spolia1",
      "parameters": {
        "profile": "passage",
        "shingle_words": 5,
        "window_shingles": 8,
        "passage_words_min": 12,
        "telling_runs": "spolia-t1 2026-11-22",
        "language_detector": "eld 2.1.0 extrasmall"
      },
      "corpora": [
        {
          "name": "gutenberg",
          "dataset": "the-pile",
          "revision": "9c15536f1cb9f11d9ba0102f19e86d937461da1b68756f44602d4824bac2f73f",
          "documents": 6,
          "words": 2251,
          "dataset_basis": "none",
          "listings": [],
          "dataset_documents": 210607728,
          "complete": "no",
          "lookups": "all"
        }
      ],
      "catalogue": "cat_09746d41f361daf9",
      "calibration": null,
      "commonplace": "spolia-commonplace 2026-11-28 81ace9f18c75"
    },
    "completeness": {
      "complete": true,
      "stages": [
        {
          "name": "search:gutenberg",
          "status": "done",
          "reason": "Any common run of 12 words was found."
        },
        {
          "name": "model_probing",
          "status": "skipped",
          "reason": "`assess` asks no model."
        }
      ]
    }
  },
  extract: {
    "extract_id": "ex_e87fc1112177fd7a45c152d376cb8d39",
    "model": "example/model",
    "retrieval": "absent",
    "protocol": "continuations",
    "work": {
      "id": "tale",
      "words": 85
    },
    "propositions": {
      "reproduced": "example/model emits this text under the protocol below, without retrieval.",
      "trained_on": "example/model was trained on a copy of the work that contains the tested passages.",
      "alternative": "example/model was not, but may have met quotations, reviews and other works, and had no retrieval when asked."
    },
    "claims": {
      "reproduced": {
        "p": 0.5,
        "exactness": "conditional",
        "reason": "Rank of the work among the controls, by 4 windows each; exact if the work might be one of them: of the same kind, length and time. 1 control is few: p cannot be less than 0.500; 19 let it reach 0.05."
      },
      "trained_on": {
        "p": 0.5,
        "exactness": "conditional",
        "reason": "Rank of the work among the controls, by 4 windows each; exact if the work might be one of them: of the same kind, length and time. 1 control is few: p cannot be less than 0.500; 19 let it reach 0.05."
      }
    },
    "windows": {
      "unit": "words",
      "prefix": 12,
      "suffix": 12,
      "stride": 20,
      "design": "census",
      "population": 4,
      "asked": 4,
      "answered": 4,
      "unanswered": []
    },
    "rates": {
      "event": "The likeliest continuation has 0.9 of the suffix's own words in common blocks.",
      "work": {
        "value": 0.75,
        "ci_95": [
          0.75,
          0.75
        ],
        "hits": 3,
        "of": 4,
        "undecided": 0
      },
      "control": {
        "value": 0,
        "ci_95": [
          0,
          1
        ],
        "hits": 0,
        "of": 4,
        "undecided": 0
      }
    },
    "extraction": {
      "discoverable": {
        "work": {
          "value": 0.75,
          "ci_95": [
            0.75,
            0.75
          ],
          "hits": 3,
          "of": 4,
          "undecided": 0
        },
        "control": {
          "value": 0,
          "ci_95": [
            0,
            1
          ],
          "hits": 0,
          "of": 4,
          "undecided": 0
        }
      },
      "n_p": [],
      "sampled": null
    },
    "near_verbatim": {
      "recall": {
        "work": {
          "value": 0.75,
          "ci_95": [
            0.75,
            0.75
          ],
          "windows": 4
        },
        "control": {
          "value": 0,
          "ci_95": [
            0,
            1
          ],
          "windows": 4
        }
      },
      "rouge_l": {
        "work": {
          "value": 0.7708333333333334,
          "ci_95": [
            0.7708333333333334,
            0.7708333333333334
          ],
          "windows": 4
        },
        "control": {
          "value": 0.125,
          "ci_95": [
            0,
            1
          ],
          "windows": 4
        }
      },
      "lcs": {
        "work": {
          "value": 0.7708333333333334,
          "ci_95": [
            0.7708333333333334,
            0.7708333333333334
          ],
          "windows": 4
        },
        "control": {
          "value": 0.125,
          "ci_95": [
            0,
            1
          ],
          "windows": 4
        }
      },
      "span_coverage": {
        "work": {
          "value": 0.75,
          "ci_95": [
            0.75,
            0.75
          ],
          "windows": 4
        },
        "control": {
          "value": 0,
          "ci_95": [
            0,
            1
          ],
          "windows": 4
        }
      }
    },
    "longest_run": {
      "words": 9,
      "bits": 53.83638279231887,
      "reason": null,
      "spans": [
        {
          "start": 248,
          "end": 311,
          "place": {
            "paragraph": 1
          }
        },
        {
          "start": 53,
          "end": 108,
          "place": {
            "paragraph": 1
          }
        }
      ],
      "control_words": 0
    },
    "strongest": [
      {
        "start": 248,
        "end": 311,
        "place": {
          "paragraph": 1
        },
        "p_z": null,
        "queries_for_half": null,
        "recall": 1,
        "longest_run_words": 9
      },
      {
        "start": 53,
        "end": 108,
        "place": {
          "paragraph": 1
        },
        "p_z": null,
        "queries_for_half": null,
        "recall": 1,
        "longest_run_words": 6
      }
    ],
    "map": [
      {
        "start": 0,
        "end": 53,
        "place": {
          "paragraph": 1
        },
        "windows": 0,
        "rate": null,
        "longest_run_words": null
      },
      {
        "start": 53,
        "end": 110,
        "place": {
          "paragraph": 1
        },
        "windows": 1,
        "rate": {
          "value": 1,
          "ci_95": [
            1,
            1
          ],
          "hits": 1,
          "of": 1,
          "undecided": 0
        },
        "longest_run_words": 6
      }
    ],
    "controls": {
      "given": 1,
      "used": 1,
      "windows_each": 4,
      "p_min": 0.5,
      "all_windows": {
        "windows": 4,
        "outranking": 1,
        "p": 0.5
      },
      "documents": [
        {
          "id": "harbour",
          "words": 85,
          "windows": 4,
          "recited": 0,
          "reason": null
        }
      ]
    },
    "observations": [
      {
        "channel": "extraction",
        "model": "example/model",
        "p": 0.5,
        "exactness": "conditional",
        "tests": 1,
        "controls": 1,
        "power": null,
        "gate": "not_needed",
        "rates": {
          "work": {
            "value": 0.75,
            "ci_95": [
              0.75,
              0.75
            ],
            "hits": 3,
            "of": 4
          },
          "control": {
            "value": 0,
            "ci_95": [
              0,
              1
            ],
            "hits": 0,
            "of": 4
          }
        },
        "retrieval": "absent",
        "statistic": {
          "protocol": "continuations",
          "event": "The likeliest continuation has 0.9 of the suffix's own words in common blocks.",
          "windows_each": 4,
          "discoverable": 3,
          "longest_run_words": 9,
          "longest_run_words_of_controls": 0
        },
        "reason": "Rank of the work among the controls, by 4 windows each; exact if the work might be one of them: of the same kind, length and time. 1 control is few: p cannot be less than 0.500; 19 let it reach 0.05.",
        "custody": {
          "engine": "spolia 0.2.0",
          "connector": "recorded",
          "model_sha256": "sha256:2fe3ec21a8886b37b8f26a3c9aa989b5b2283c54ffc134d6b28c0d137ceaca57",
          "texts": [
            {
              "sha256": "sha256:b2ba1c40775f6459ebcec54eba8d0c87e40124eb12386b1ea67766c9d3724d64",
              "length": 416,
              "head": 2942497374
            }
          ],
          "controls_sha256": "sha256:96f81db7677a1ffca349f9f6cb8ed02321ff5bd963eb4bb67539f99a2c028529",
          "answers_sha256": "sha256:8d0ed9bd4c752d8ba9f87100aa35215e8459c574137258f91b99594ba8e7c483",
          "canaries": null,
          "order": null,
          "seal_sha256": "sha256:dc7ff4dc6f0db771eb2bbe13aed5dd35f3de7ceece2f4d13d65cb0ceff49a3ab"
        }
      }
    ],
    "caveats": [
      "A model may not recite a text that it was trained on: a rate of 0 is no evidence against training.",
      "The rate has a meaning only beside the controls: they must be texts of the same kind, length and time that the model cannot have seen."
    ],
    "offset_unit": "utf16",
    "method": {
      "engine": "spolia 0.2.0",
      "wasm_sha256": "0776556e5b4103d55b5ac4d2e76311288d9d79b4dfea5a9b3487ea38bf4507d2",
      "fold": "spolia1",
      "parameters": {
        "model": "example/model",
        "scores": "none",
        "protocol": "continuations",
        "unit": "words",
        "prefix": 12,
        "suffix": 12,
        "stride": 20,
        "select": "census",
        "sample": 300,
        "per_control": 20,
        "seed": "1",
        "temperature": 1,
        "continuations": 0,
        "continues": "prefix",
        "answers_sha256": "8d0ed9bd4c752d8ba9f87100aa35215e8459c574137258f91b99594ba8e7c483"
      },
      "corpora": [],
      "catalogue": "cat_09746d41f361daf9",
      "calibration": null,
      "commonplace": null
    },
    "completeness": {
      "complete": true,
      "stages": [
        {
          "name": "windows",
          "status": "done"
        },
        {
          "name": "asking",
          "status": "done"
        }
      ]
    }
  },
  probe: {
    "probe_id": "pr_10ae56811c57552460ac5448d612f281",
    "model": "example/model",
    "reference_model": null,
    "texts": [
      {
        "id": "tale",
        "side": "suspect",
        "cluster": "tale",
        "status": "answered",
        "reason": null,
        "tokens": 11,
        "positions_left_out": 0,
        "compressed_bytes": 42,
        "statistics": {
          "loss": {
            "value": -0.3068181818181818,
            "interval": null,
            "p": null,
            "reason": null
          },
          "zlib": {
            "value": -0.007305194805194805,
            "interval": null,
            "p": null,
            "reason": null
          },
          "min_k": {
            "value": -0.5,
            "interval": null,
            "p": null,
            "reason": null
          },
          "max_k": {
            "value": -0.125,
            "interval": null,
            "p": null,
            "reason": null
          },
          "gap_k": {
            "value": null,
            "interval": null,
            "p": null,
            "reason": "the model does not say which token is likeliest"
          },
          "min_k_plus_plus": {
            "value": null,
            "interval": null,
            "p": null,
            "reason": "not computable from the likeliest tokens alone"
          },
          "surp": {
            "value": null,
            "interval": null,
            "p": null,
            "reason": "not computable from the likeliest tokens alone"
          }
        },
        "p": null,
        "e": null
      },
      {
        "id": "harbour",
        "side": "control",
        "cluster": "harbour",
        "status": "answered",
        "reason": null,
        "tokens": 11,
        "positions_left_out": 0,
        "compressed_bytes": 71,
        "statistics": {
          "loss": {
            "value": -3.4545454545454546,
            "interval": null,
            "p": null,
            "reason": null
          },
          "zlib": {
            "value": -0.04865556978233035,
            "interval": null,
            "p": null,
            "reason": null
          },
          "min_k": {
            "value": -5,
            "interval": null,
            "p": null,
            "reason": null
          },
          "max_k": {
            "value": -2.25,
            "interval": null,
            "p": null,
            "reason": null
          },
          "gap_k": {
            "value": null,
            "interval": null,
            "p": null,
            "reason": "the model does not say which token is likeliest"
          },
          "min_k_plus_plus": {
            "value": null,
            "interval": null,
            "p": null,
            "reason": "not computable from the likeliest tokens alone"
          },
          "surp": {
            "value": null,
            "interval": null,
            "p": null,
            "reason": "not computable from the likeliest tokens alone"
          }
        },
        "p": null,
        "e": null
      }
    ],
    "membership": {
      "status": "not_measured",
      "reason": "A p-value needs 100 independent matched controls; 1 was answered.",
      "tests": 7,
      "clusters": {
        "suspects": 1,
        "controls": 1
      },
      "statistics": [
        {
          "statistic": "loss",
          "suspect_mean": -0.3068181818181818,
          "control_mean": -3.4545454545454546,
          "p": null,
          "p_corrected": null,
          "e": null,
          "reason": null
        },
        {
          "statistic": "zlib",
          "suspect_mean": -0.007305194805194805,
          "control_mean": -0.04865556978233035,
          "p": null,
          "p_corrected": null,
          "e": null,
          "reason": null
        }
      ],
      "p": null,
      "e": null
    },
    "gate": {
      "auc": null,
      "auc_upper_95": null,
      "limit": 0.6,
      "clusters": {
        "suspects": 1,
        "controls": 1
      },
      "clusters_needed": 165,
      "characters_max": 20000,
      "outcome": "not_passed",
      "reason": "There are too few texts to show that they cannot be told apart without the model: each side needs 165 independent clusters, and the suspects have 1, the controls 1."
    },
    "dataset_inference": {
      "exactness": "conditional",
      "status": "not_measured",
      "reason": "Each side needs 20 independent clusters; the answered suspects have 1, the answered controls 1.",
      "features": [],
      "fitted": {
        "suspects": 0,
        "controls": 0
      },
      "tested": {
        "suspects": 0,
        "controls": 0
      },
      "test": null,
      "loss_difference": null
    },
    "split": null,
    "canaries": null,
    "order": null,
    "observations": [],
    "observed_sha256": "37076d08685f2ced02b88d37cb2611f6b4a416b974f409fbe957ac23ed9f9300",
    "seed": "probe/801297522b6ba3db54039705ab33e2993816178b50c7ca73da07b3947e398f5b",
    "caveats": [
      "Membership statistics of single texts are exploratory: texts of unlike kinds differ in them whether or not a model was trained on them, and paraphrase hides training from them.",
      "The p-value of a text is corrected for the statistics that were tried on it, not for the number of suspects."
    ],
    "method": {
      "engine": "spolia 0.2.0",
      "wasm_sha256": "0776556e5b4103d55b5ac4d2e76311288d9d79b4dfea5a9b3487ea38bf4507d2",
      "fold": "spolia1",
      "parameters": {
        "k": 0.2,
        "surp_k": 0.4,
        "surp_entropy_nats": 2,
        "dc_pdd_cap": 0.01,
        "deflate": "fflate 0.8.3, level 6",
        "permutations": 9999,
        "controls_min": 100,
        "gate_limit": 0.6,
        "gate_clusters_min": 165,
        "correction": "holm"
      },
      "corpora": [],
      "catalogue": "cat_09746d41f361daf9",
      "calibration": null,
      "commonplace": null
    },
    "completeness": {
      "complete": false,
      "stages": [
        {
          "name": "ask",
          "status": "done"
        },
        {
          "name": "membership",
          "status": "skipped",
          "reason": "A p-value needs 100 independent matched controls; 1 was answered."
        }
      ]
    }
  },
  identify: {
    "fingerprint": "spolia1_f7a9fb745a968d0fea7450091ed8b983",
    "iscc": "ISCC:EAAWUMFX3JOWOYUK",
    "words": 85
  },
};
