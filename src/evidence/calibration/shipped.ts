/** The shipped calibration. Written by bench/quality/evidence/fit.ts; not by hand. */
import type { Calibration } from "./calibration.ts";

export const SHIPPED: Calibration = {
  name: "spolia-g1 2026-11-21",
  date: "2026-11-21",
  fitted_for: {
    engine: "spolia 0.1.0",
    fold: "spolia1",
    profile: "passage",
    lookups: "all",
  },
  strata: {
    content_words: [50, 4000],
    searched_words: [7243, 2981364],
  },
  intercept: -4.84106,
  coefficients: {
    below_event: 38.573983,
    beyond_event: -0.298845,
    ln_passage_words: -0.827106,
    ln_longest_run: 0.053186,
    identity: -0.739352,
    ln_surprise: 2.320582,
    ln_documents: -2.114822,
    ln_content_words: -0.577986,
  },
  steps: [
    {
      from: null,
      log10_lr: -1.837,
      lo: -6,
      hi: -1.3674,
    },
    {
      from: -33.1543,
      log10_lr: -1.837,
      lo: -6,
      hi: -1.1386,
    },
    {
      from: -25.2167,
      log10_lr: -1.837,
      lo: -6,
      hi: -0.8848,
    },
    {
      from: -19.2171,
      log10_lr: -1.8045,
      lo: -6,
      hi: -0.5209,
    },
    {
      from: -7.8537,
      log10_lr: -1.007,
      lo: -2.5387,
      hi: 0.0864,
    },
    {
      from: -2.9413,
      log10_lr: -0.566,
      lo: -1.9257,
      hi: 0.4734,
    },
    {
      from: -0.8845,
      log10_lr: -0.5567,
      lo: -1.4342,
      hi: 0.6683,
    },
    {
      from: 0.3536,
      log10_lr: 0.0556,
      lo: -0.8736,
      hi: 0.995,
    },
    {
      from: 1.6554,
      log10_lr: 0.5311,
      lo: -0.5833,
      hi: 1.4411,
    },
    {
      from: 2.2122,
      log10_lr: 0.9123,
      lo: -0.1502,
      hi: 1.5764,
    },
    {
      from: 2.5056,
      log10_lr: 1.2553,
      lo: 0.3578,
      hi: 1.7175,
    },
    {
      from: 2.6582,
      log10_lr: 1.4406,
      lo: 0.892,
      hi: 1.7972,
    },
    {
      from: 2.7911,
      log10_lr: 1.4406,
      lo: 1.006,
      hi: 2.215,
    },
    {
      from: 2.9021,
      log10_lr: 1.4406,
      lo: 1.0719,
      hi: 2.4839,
    },
    {
      from: 2.9883,
      log10_lr: 1.6081,
      lo: 1.2296,
      hi: 2.9645,
    },
    {
      from: 3.0865,
      log10_lr: 1.6081,
      lo: 1.2768,
      hi: 3.9245,
    },
    {
      from: 3.332,
      log10_lr: 1.7054,
      lo: 1.2768,
      hi: 3.9245,
    },
    {
      from: 3.7248,
      log10_lr: 1.7174,
      lo: 1.2768,
      hi: 3.9245,
    },
    {
      from: 3.8173,
      log10_lr: 1.8805,
      lo: 1.2768,
      hi: 3.9245,
    },
    {
      from: 3.9043,
      log10_lr: 1.9001,
      lo: 1.2768,
      hi: 3.9245,
    },
    {
      from: 3.9882,
      log10_lr: 1.9578,
      lo: 1.2768,
      hi: 3.9245,
    },
    {
      from: 4.311,
      log10_lr: 2.5422,
      lo: 1.3026,
      hi: 6,
    },
    {
      from: 4.5902,
      log10_lr: 2.7054,
      lo: 1.3602,
      hi: 6,
    },
    {
      from: 4.7517,
      log10_lr: 2.8212,
      lo: 1.3799,
      hi: 6,
    },
    {
      from: 4.9335,
      log10_lr: 2.9859,
      lo: 1.4136,
      hi: 6,
    },
    {
      from: 5.1916,
      log10_lr: 3.1219,
      lo: 1.4273,
      hi: 6,
    },
    {
      from: 5.5236,
      log10_lr: 3.2198,
      lo: 1.4427,
      hi: 6,
    },
    {
      from: 5.9939,
      log10_lr: 3.2905,
      lo: 1.447,
      hi: 6,
    },
  ],
  provenance: {
    data: ["English novels", "French novels", "German law", "D.C. law", "Chinese poems"],
    held_out: ["Russian literature: language kept out", "English Bible: genre kept out", "every tenth word: edit kept out"],
    weights: {
      verbatim: 0.14,
      typography: 0.04,
      "edits 5 %": 0.06,
      "edits 10 %": 0.08,
      "edits 20 %": 0.06,
      "edits 30 %": 0.04,
      "noise 3 %": 0.04,
      "noise 8 %": 0.03,
      "noise 15 %": 0.01,
      "clean, same genre": 0.214,
      "clean, same author": 0.048,
      "unrelated genre": 0.016,
      "other language": 0.04,
      "below the event": 0.08,
      "shared quotation": 0.06,
      boilerplate: 0.03,
      "natural formulas": 0.012,
    },
    cases: {
      fit: 5000,
      select: 20000,
      clusters: 2223,
    },
    rates: [
      {
        kind: "verbatim",
        is_event: true,
        cases: {
          fit: 700,
          select: 2800,
        },
        match: {
          count: 2800,
          of: 2800,
          ci_95: [0.9987, 1],
        },
        found: {
          count: 2800,
          of: 2800,
          ci_95: [0.9987, 1],
        },
      },
      {
        kind: "typography",
        is_event: true,
        cases: {
          fit: 200,
          select: 800,
        },
        match: {
          count: 800,
          of: 800,
          ci_95: [0.9954, 1],
        },
        found: {
          count: 800,
          of: 800,
          ci_95: [0.9954, 1],
        },
      },
      {
        kind: "edits 5 %",
        is_event: true,
        cases: {
          fit: 300,
          select: 1200,
        },
        match: {
          count: 1192,
          of: 1200,
          ci_95: [0.9869, 0.9971],
        },
        found: {
          count: 1200,
          of: 1200,
          ci_95: [0.9969, 1],
        },
      },
      {
        kind: "edits 10 %",
        is_event: true,
        cases: {
          fit: 400,
          select: 1600,
        },
        match: {
          count: 1584,
          of: 1600,
          ci_95: [0.9838, 0.9943],
        },
        found: {
          count: 1600,
          of: 1600,
          ci_95: [0.9977, 1],
        },
      },
      {
        kind: "edits 20 %",
        is_event: true,
        cases: {
          fit: 300,
          select: 1200,
        },
        match: {
          count: 1180,
          of: 1200,
          ci_95: [0.9744, 0.9898],
        },
        found: {
          count: 1196,
          of: 1200,
          ci_95: [0.9915, 0.9991],
        },
      },
      {
        kind: "edits 30 %",
        is_event: true,
        cases: {
          fit: 200,
          select: 800,
        },
        match: {
          count: 747,
          of: 800,
          ci_95: [0.9142, 0.95],
        },
        found: {
          count: 768,
          of: 800,
          ci_95: [0.944, 0.9725],
        },
      },
      {
        kind: "noise 3 %",
        is_event: true,
        cases: {
          fit: 200,
          select: 800,
        },
        match: {
          count: 789,
          of: 800,
          ci_95: [0.9755, 0.9931],
        },
        found: {
          count: 800,
          of: 800,
          ci_95: [0.9954, 1],
        },
      },
      {
        kind: "noise 8 %",
        is_event: true,
        cases: {
          fit: 150,
          select: 600,
        },
        match: {
          count: 541,
          of: 600,
          ci_95: [0.875, 0.9243],
        },
        found: {
          count: 574,
          of: 600,
          ci_95: [0.9371, 0.9715],
        },
      },
      {
        kind: "noise 15 %",
        is_event: true,
        cases: {
          fit: 50,
          select: 200,
        },
        match: {
          count: 120,
          of: 200,
          ci_95: [0.5285, 0.6685],
        },
        found: {
          count: 146,
          of: 200,
          ci_95: [0.6628, 0.7902],
        },
      },
      {
        kind: "clean, same author",
        is_event: false,
        cases: {
          fit: 80,
          select: 960,
        },
        match: {
          count: 0,
          of: 960,
          ci_95: [0, 0.0038],
        },
        found: {
          count: 0,
          of: 960,
          ci_95: [0, 0.0038],
        },
      },
      {
        kind: "unrelated genre",
        is_event: false,
        cases: {
          fit: 80,
          select: 320,
        },
        match: {
          count: 0,
          of: 320,
          ci_95: [0, 0.0115],
        },
        found: {
          count: 0,
          of: 320,
          ci_95: [0, 0.0115],
        },
      },
      {
        kind: "other language",
        is_event: false,
        cases: {
          fit: 200,
          select: 800,
        },
        match: {
          count: 0,
          of: 800,
          ci_95: [0, 0.0046],
        },
        found: {
          count: 0,
          of: 800,
          ci_95: [0, 0.0046],
        },
      },
      {
        kind: "below the event",
        is_event: false,
        cases: {
          fit: 400,
          select: 1600,
        },
        match: {
          count: 4,
          of: 1600,
          ci_95: [0.0007, 0.0064],
        },
        found: {
          count: 1371,
          of: 1600,
          ci_95: [0.8387, 0.8737],
        },
      },
      {
        kind: "shared quotation",
        is_event: false,
        cases: {
          fit: 300,
          select: 1200,
        },
        match: {
          count: 381,
          of: 1200,
          ci_95: [0.2912, 0.3447],
        },
        found: {
          count: 1090,
          of: 1200,
          ci_95: [0.8906, 0.9241],
        },
      },
      {
        kind: "boilerplate",
        is_event: false,
        cases: {
          fit: 150,
          select: 600,
        },
        match: {
          count: 334,
          of: 600,
          ci_95: [0.5159, 0.5969],
        },
        found: {
          count: 573,
          of: 600,
          ci_95: [0.9352, 0.9701],
        },
      },
      {
        kind: "clean, same genre",
        is_event: false,
        cases: {
          fit: 1230,
          select: 4280,
        },
        match: {
          count: 21,
          of: 4280,
          ci_95: [0.003, 0.0075],
        },
        found: {
          count: 478,
          of: 4280,
          ci_95: [0.1024, 0.1215],
        },
      },
      {
        kind: "natural formulas",
        is_event: false,
        cases: {
          fit: 60,
          select: 240,
        },
        match: {
          count: 40,
          of: 240,
          ci_95: [0.1218, 0.22],
        },
        found: {
          count: 240,
          of: 240,
          ci_95: [0.9847, 1],
        },
      },
    ],
  },
};
