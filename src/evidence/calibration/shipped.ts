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
    searched_words: [1000, 4000000],
  },
  intercept: -4.053636,
  coefficients: {
    below_event: 47.582212,
    beyond_event: -0.178858,
    ln_passage_words: -1.76423,
    ln_longest_run: 0.067446,
    identity: -2.562742,
    ln_surprise: 2.94917,
    ln_documents: -2.388888,
    ln_content_words: -0.417942,
  },
  steps: [
    {
      from: null,
      log10_lr: -1.8431,
      lo: -6,
      hi: -1.3492,
    },
    {
      from: -41.862,
      log10_lr: -1.8431,
      lo: -6,
      hi: -1.1667,
    },
    {
      from: -32.2011,
      log10_lr: -1.8431,
      lo: -6,
      hi: -0.8457,
    },
    {
      from: -27.201,
      log10_lr: -1.8431,
      lo: -6,
      hi: -0.5894,
    },
    {
      from: -11.1747,
      log10_lr: -1.3178,
      lo: -3.9606,
      hi: -0.245,
    },
    {
      from: -4.2098,
      log10_lr: -0.5863,
      lo: -1.9529,
      hi: 0.371,
    },
    {
      from: -1.1489,
      log10_lr: -0.5202,
      lo: -1.3358,
      hi: 0.8107,
    },
    {
      from: 0.4022,
      log10_lr: -0.1594,
      lo: -0.9562,
      hi: 1.3554,
    },
    {
      from: 1.5461,
      log10_lr: 0.6097,
      lo: -0.5401,
      hi: 1.8632,
    },
    {
      from: 2.2346,
      log10_lr: 1.2706,
      lo: -0.2534,
      hi: 1.8632,
    },
    {
      from: 2.5509,
      log10_lr: 1.2706,
      lo: 0.1153,
      hi: 1.8632,
    },
    {
      from: 2.7267,
      log10_lr: 1.2788,
      lo: 0.8472,
      hi: 2.1034,
    },
    {
      from: 2.8468,
      log10_lr: 1.2799,
      lo: 1.0869,
      hi: 2.493,
    },
    {
      from: 2.9405,
      log10_lr: 1.375,
      lo: 1.1062,
      hi: 2.493,
    },
    {
      from: 3.0263,
      log10_lr: 1.5149,
      lo: 1.2352,
      hi: 2.493,
    },
    {
      from: 3.1118,
      log10_lr: 1.5848,
      lo: 1.2562,
      hi: 2.548,
    },
    {
      from: 3.2549,
      log10_lr: 1.6839,
      lo: 1.2562,
      hi: 2.9018,
    },
    {
      from: 3.3341,
      log10_lr: 1.6839,
      lo: 1.2562,
      hi: 3.8772,
    },
    {
      from: 3.4747,
      log10_lr: 1.6906,
      lo: 1.2562,
      hi: 3.8772,
    },
    {
      from: 3.6969,
      log10_lr: 1.7027,
      lo: 1.2562,
      hi: 6,
    },
    {
      from: 3.7806,
      log10_lr: 1.8549,
      lo: 1.2926,
      hi: 6,
    },
    {
      from: 3.8592,
      log10_lr: 2.0404,
      lo: 1.2926,
      hi: 6,
    },
    {
      from: 3.9626,
      log10_lr: 2.1509,
      lo: 1.3834,
      hi: 6,
    },
    {
      from: 4.0324,
      log10_lr: 2.1509,
      lo: 1.6661,
      hi: 6,
    },
    {
      from: 4.1401,
      log10_lr: 2.1636,
      lo: 1.6661,
      hi: 6,
    },
    {
      from: 4.2353,
      log10_lr: 2.5231,
      lo: 1.6661,
      hi: 6,
    },
    {
      from: 4.4728,
      log10_lr: 2.6866,
      lo: 1.6661,
      hi: 6,
    },
    {
      from: 4.6041,
      log10_lr: 2.8195,
      lo: 1.7118,
      hi: 6,
    },
    {
      from: 4.7669,
      log10_lr: 2.9978,
      lo: 1.7363,
      hi: 6,
    },
    {
      from: 4.9709,
      log10_lr: 3.1414,
      lo: 1.7511,
      hi: 6,
    },
    {
      from: 5.2605,
      log10_lr: 3.2368,
      lo: 1.7695,
      hi: 6,
    },
    {
      from: 5.6757,
      log10_lr: 3.3101,
      lo: 1.7755,
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
        kind: "edits 10 %",
        is_event: true,
        cases: {
          fit: 400,
          select: 1600,
        },
        match: {
          count: 1583,
          of: 1600,
          ci_95: [0.983, 0.9938],
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
          count: 1179,
          of: 1200,
          ci_95: [0.9734, 0.9891],
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
          count: 748,
          of: 800,
          ci_95: [0.9156, 0.9511],
        },
        found: {
          count: 770,
          of: 800,
          ci_95: [0.9469, 0.9746],
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
          count: 542,
          of: 600,
          ci_95: [0.8768, 0.9258],
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
          count: 6,
          of: 1600,
          ci_95: [0.0014, 0.0081],
        },
        found: {
          count: 1370,
          of: 1600,
          ci_95: [0.8381, 0.8731],
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
          count: 389,
          of: 1200,
          ci_95: [0.2977, 0.3515],
        },
        found: {
          count: 1079,
          of: 1200,
          ci_95: [0.8807, 0.9156],
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
          count: 342,
          of: 600,
          ci_95: [0.5293, 0.61],
        },
        found: {
          count: 581,
          of: 600,
          ci_95: [0.951, 0.9808],
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
          count: 23,
          of: 4280,
          ci_95: [0.0034, 0.0081],
        },
        found: {
          count: 450,
          of: 4280,
          ci_95: [0.0961, 0.1147],
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
          count: 43,
          of: 240,
          ci_95: [0.1328, 0.2336],
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
