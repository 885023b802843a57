/** The shipped calibration. Written by bench/quality/evidence/fit.ts; not by hand. */
// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: measured numbers, whatever constant they come near
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
    searched_words: [1000, 60000000],
  },
  intercept: 14.377901,
  coefficients: {
    below_event: 25.481238,
    beyond_event: 0.435139,
    ln_passage_words: -7.078076,
    ln_passage_words_squared: 0.701077,
    ln_longest_run: -0.06136,
    identity: 1.037102,
    ln_surprise: 0.991612,
    several_documents: -3.099179,
    ln_searched_words: -0.019053,
    ln_content_words: -0.209536,
  },
  steps: [
    {
      from: null,
      log10_lr: -1.8461,
      lo: -6,
      hi: -1.5214,
    },
    {
      from: -40.5404,
      log10_lr: -1.8461,
      lo: -6,
      hi: -1.5169,
    },
    {
      from: -19.0361,
      log10_lr: -1.8461,
      lo: -6,
      hi: -0.7664,
    },
    {
      from: -15.0322,
      log10_lr: -1.8461,
      lo: -6,
      hi: -0.5459,
    },
    {
      from: -11.8281,
      log10_lr: -1.8461,
      lo: -6,
      hi: -0.4066,
    },
    {
      from: -4.8758,
      log10_lr: -1.2055,
      lo: -6,
      hi: -0.0024,
    },
    {
      from: -0.6467,
      log10_lr: -0.2293,
      lo: -1.244,
      hi: 0.403,
    },
    {
      from: -0.2096,
      log10_lr: -0.2293,
      lo: -0.9297,
      hi: 0.4694,
    },
    {
      from: 0.0992,
      log10_lr: -0.2293,
      lo: -0.8935,
      hi: 0.767,
    },
    {
      from: 0.4701,
      log10_lr: -0.2258,
      lo: -0.7286,
      hi: 1.1495,
    },
    {
      from: 1.5411,
      log10_lr: 0.9165,
      lo: -0.2596,
      hi: 2.4809,
    },
    {
      from: 2.4866,
      log10_lr: 1.3915,
      lo: 0.1895,
      hi: 2.4809,
    },
    {
      from: 2.6462,
      log10_lr: 1.3915,
      lo: 0.6963,
      hi: 2.4809,
    },
    {
      from: 2.7258,
      log10_lr: 1.3915,
      lo: 1.1321,
      hi: 2.4809,
    },
    {
      from: 2.7961,
      log10_lr: 1.4166,
      lo: 1.1321,
      hi: 2.4809,
    },
    {
      from: 2.848,
      log10_lr: 1.4361,
      lo: 1.1321,
      hi: 2.8303,
    },
    {
      from: 2.8998,
      log10_lr: 1.6104,
      lo: 1.169,
      hi: 3.9053,
    },
    {
      from: 2.944,
      log10_lr: 1.6104,
      lo: 1.1975,
      hi: 3.9053,
    },
    {
      from: 3.0297,
      log10_lr: 1.6544,
      lo: 1.1975,
      hi: 3.9053,
    },
    {
      from: 3.0744,
      log10_lr: 1.6851,
      lo: 1.1975,
      hi: 3.9053,
    },
    {
      from: 3.1623,
      log10_lr: 1.6894,
      lo: 1.1975,
      hi: 3.9053,
    },
    {
      from: 3.2079,
      log10_lr: 1.8022,
      lo: 1.1975,
      hi: 3.9053,
    },
    {
      from: 3.4034,
      log10_lr: 2.026,
      lo: 1.1975,
      hi: 3.9053,
    },
    {
      from: 3.7977,
      log10_lr: 2.026,
      lo: 1.2483,
      hi: 3.9053,
    },
    {
      from: 3.9549,
      log10_lr: 2.026,
      lo: 1.2538,
      hi: 3.9053,
    },
    {
      from: 4.2605,
      log10_lr: 2.4065,
      lo: 1.3477,
      hi: 6,
    },
    {
      from: 4.5934,
      log10_lr: 2.692,
      lo: 1.3477,
      hi: 6,
    },
    {
      from: 4.8313,
      log10_lr: 2.8733,
      lo: 1.3477,
      hi: 6,
    },
    {
      from: 5.376,
      log10_lr: 3.0191,
      lo: 1.3477,
      hi: 6,
    },
    {
      from: 6.6655,
      log10_lr: 3.1116,
      lo: 1.3477,
      hi: 6,
    },
    {
      from: 7.324,
      log10_lr: 3.2095,
      lo: 1.3477,
      hi: 6,
    },
    {
      from: 9.9694,
      log10_lr: 3.2617,
      lo: 1.3477,
      hi: 6,
    },
  ],
  provenance: {
    data: ["English novels", "French novels", "German law", "D.C. law", "Chinese poems"],
    held_out: [
      "Russian literature: language kept out",
      "English Bible: genre kept out",
      "every tenth word: edit kept out",
    ],
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
      select: 15000,
      clusters: 2089,
    },
    rates: [
      {
        kind: "verbatim",
        is_event: true,
        cases: {
          fit: 700,
          select: 2100,
        },
        match: {
          count: 2100,
          of: 2100,
          ci_95: [0.9982, 1],
        },
        found: {
          count: 2100,
          of: 2100,
          ci_95: [0.9982, 1],
        },
      },
      {
        kind: "typography",
        is_event: true,
        cases: {
          fit: 200,
          select: 600,
        },
        match: {
          count: 600,
          of: 600,
          ci_95: [0.9939, 1],
        },
        found: {
          count: 600,
          of: 600,
          ci_95: [0.9939, 1],
        },
      },
      {
        kind: "edits 5 %",
        is_event: true,
        cases: {
          fit: 300,
          select: 900,
        },
        match: {
          count: 886,
          of: 900,
          ci_95: [0.974, 0.9915],
        },
        found: {
          count: 900,
          of: 900,
          ci_95: [0.9959, 1],
        },
      },
      {
        kind: "edits 10 %",
        is_event: true,
        cases: {
          fit: 400,
          select: 1200,
        },
        match: {
          count: 1186,
          of: 1200,
          ci_95: [0.9805, 0.9936],
        },
        found: {
          count: 1200,
          of: 1200,
          ci_95: [0.9969, 1],
        },
      },
      {
        kind: "edits 20 %",
        is_event: true,
        cases: {
          fit: 300,
          select: 900,
        },
        match: {
          count: 882,
          of: 900,
          ci_95: [0.9686, 0.9881],
        },
        found: {
          count: 898,
          of: 900,
          ci_95: [0.992, 0.9997],
        },
      },
      {
        kind: "edits 30 %",
        is_event: true,
        cases: {
          fit: 200,
          select: 600,
        },
        match: {
          count: 562,
          of: 600,
          ci_95: [0.9141, 0.9548],
        },
        found: {
          count: 574,
          of: 600,
          ci_95: [0.9371, 0.9715],
        },
      },
      {
        kind: "noise 3 %",
        is_event: true,
        cases: {
          fit: 200,
          select: 600,
        },
        match: {
          count: 587,
          of: 600,
          ci_95: [0.9632, 0.9884],
        },
        found: {
          count: 600,
          of: 600,
          ci_95: [0.9939, 1],
        },
      },
      {
        kind: "noise 8 %",
        is_event: true,
        cases: {
          fit: 150,
          select: 450,
        },
        match: {
          count: 417,
          of: 450,
          ci_95: [0.8986, 0.949],
        },
        found: {
          count: 438,
          of: 450,
          ci_95: [0.9539, 0.9861],
        },
      },
      {
        kind: "noise 15 %",
        is_event: true,
        cases: {
          fit: 50,
          select: 150,
        },
        match: {
          count: 88,
          of: 150,
          ci_95: [0.5035, 0.6664],
        },
        found: {
          count: 97,
          of: 150,
          ci_95: [0.5645, 0.7229],
        },
      },
      {
        kind: "clean, same author",
        is_event: false,
        cases: {
          fit: 80,
          select: 720,
        },
        match: {
          count: 0,
          of: 720,
          ci_95: [0, 0.0051],
        },
        found: {
          count: 0,
          of: 720,
          ci_95: [0, 0.0051],
        },
      },
      {
        kind: "unrelated genre",
        is_event: false,
        cases: {
          fit: 80,
          select: 240,
        },
        match: {
          count: 0,
          of: 240,
          ci_95: [0, 0.0153],
        },
        found: {
          count: 0,
          of: 240,
          ci_95: [0, 0.0153],
        },
      },
      {
        kind: "other language",
        is_event: false,
        cases: {
          fit: 200,
          select: 600,
        },
        match: {
          count: 0,
          of: 600,
          ci_95: [0, 0.0061],
        },
        found: {
          count: 0,
          of: 600,
          ci_95: [0, 0.0061],
        },
      },
      {
        kind: "below the event",
        is_event: false,
        cases: {
          fit: 400,
          select: 1200,
        },
        match: {
          count: 2,
          of: 1200,
          ci_95: [0.0002, 0.006],
        },
        found: {
          count: 980,
          of: 1200,
          ci_95: [0.7936, 0.8382],
        },
      },
      {
        kind: "shared quotation",
        is_event: false,
        cases: {
          fit: 300,
          select: 900,
        },
        match: {
          count: 292,
          of: 900,
          ci_95: [0.2939, 0.3561],
        },
        found: {
          count: 747,
          of: 900,
          ci_95: [0.8038, 0.854],
        },
      },
      {
        kind: "boilerplate",
        is_event: false,
        cases: {
          fit: 150,
          select: 450,
        },
        match: {
          count: 251,
          of: 450,
          ci_95: [0.5105, 0.6043],
        },
        found: {
          count: 429,
          of: 450,
          ci_95: [0.9295, 0.9709],
        },
      },
      {
        kind: "clean, same genre",
        is_event: false,
        cases: {
          fit: 1230,
          select: 3210,
        },
        match: {
          count: 18,
          of: 3210,
          ci_95: [0.0033, 0.0088],
        },
        found: {
          count: 114,
          of: 3210,
          ci_95: [0.0294, 0.0425],
        },
      },
      {
        kind: "natural formulas",
        is_event: false,
        cases: {
          fit: 60,
          select: 180,
        },
        match: {
          count: 21,
          of: 180,
          ci_95: [0.0737, 0.1728],
        },
        found: {
          count: 166,
          of: 180,
          ci_95: [0.8729, 0.9568],
        },
      },
    ],
  },
};
