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
    searched_words: [6553, 2004707],
  },
  intercept: -7.096219,
  coefficients: {
    below_event: 28.249685,
    beyond_event: 0.028819,
    ln_passage_words: -1.523905,
    ln_longest_run: -0.250574,
    identity: -0.020812,
    ln_surprise: 2.951745,
    ln_documents: -1.983347,
    ln_content_words: -0.3454,
  },
  steps: [
    {
      from: null,
      log10_lr: -1.8249,
      lo: -6,
      hi: -1.3926,
    },
    {
      from: -38.4924,
      log10_lr: -1.8249,
      lo: -6,
      hi: -1.1405,
    },
    {
      from: -30.4662,
      log10_lr: -1.8249,
      lo: -6,
      hi: -1.0378,
    },
    {
      from: -22.063,
      log10_lr: -1.8249,
      lo: -6,
      hi: -0.7602,
    },
    {
      from: -18.022,
      log10_lr: -1.7393,
      lo: -6,
      hi: -0.3823,
    },
    {
      from: -13.741,
      log10_lr: -1.5883,
      lo: -2.7862,
      hi: 0.0325,
    },
    {
      from: -5.3181,
      log10_lr: -0.9638,
      lo: -2.1288,
      hi: 0.1492,
    },
    {
      from: -2.45,
      log10_lr: -0.5629,
      lo: -1.9127,
      hi: 0.6047,
    },
    {
      from: -0.6932,
      log10_lr: -0.2134,
      lo: -1.3422,
      hi: 0.8391,
    },
    {
      from: 0.6398,
      log10_lr: 0.2843,
      lo: -0.7725,
      hi: 1.1735,
    },
    {
      from: 1.5736,
      log10_lr: 0.7295,
      lo: -0.5622,
      hi: 1.4973,
    },
    {
      from: 2.0164,
      log10_lr: 0.9345,
      lo: -0.1669,
      hi: 1.9525,
    },
    {
      from: 2.2476,
      log10_lr: 1.2118,
      lo: -0.0303,
      hi: 6,
    },
    {
      from: 2.4075,
      log10_lr: 1.4882,
      lo: 0.43,
      hi: 6,
    },
    {
      from: 2.5265,
      log10_lr: 1.4882,
      lo: 0.674,
      hi: 6,
    },
    {
      from: 2.6292,
      log10_lr: 1.4882,
      lo: 0.8556,
      hi: 6,
    },
    {
      from: 2.7222,
      log10_lr: 1.4882,
      lo: 0.9411,
      hi: 6,
    },
    {
      from: 3.4334,
      log10_lr: 1.4882,
      lo: 1.0142,
      hi: 6,
    },
    {
      from: 3.5228,
      log10_lr: 1.4882,
      lo: 1.0474,
      hi: 6,
    },
    {
      from: 3.6438,
      log10_lr: 1.5798,
      lo: 1.0474,
      hi: 6,
    },
    {
      from: 3.737,
      log10_lr: 1.6943,
      lo: 1.121,
      hi: 6,
    },
    {
      from: 3.8306,
      log10_lr: 1.7497,
      lo: 1.121,
      hi: 6,
    },
    {
      from: 3.9318,
      log10_lr: 1.8029,
      lo: 1.124,
      hi: 6,
    },
    {
      from: 4.0569,
      log10_lr: 2.209,
      lo: 1.1924,
      hi: 6,
    },
    {
      from: 4.1794,
      log10_lr: 2.209,
      lo: 1.2579,
      hi: 6,
    },
    {
      from: 4.3113,
      log10_lr: 2.238,
      lo: 1.2709,
      hi: 6,
    },
    {
      from: 4.4856,
      log10_lr: 2.238,
      lo: 1.3515,
      hi: 6,
    },
    {
      from: 4.6896,
      log10_lr: 2.3299,
      lo: 1.4005,
      hi: 6,
    },
    {
      from: 4.9345,
      log10_lr: 2.5185,
      lo: 1.4274,
      hi: 6,
    },
    {
      from: 5.2441,
      log10_lr: 2.6646,
      lo: 1.5252,
      hi: 6,
    },
    {
      from: 5.5885,
      log10_lr: 2.7882,
      lo: 1.5423,
      hi: 6,
    },
    {
      from: 6.0861,
      log10_lr: 2.8407,
      lo: 1.5523,
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
      "clean, same genre": 0.23,
      "clean, same author": 0.032,
      "unrelated genre": 0.016,
      "other language": 0.04,
      "below the event": 0.08,
      "shared quotation": 0.06,
      boilerplate: 0.03,
      "natural formulas": 0.012,
    },
    cases: {
      fit: 5000,
      select: 9000,
      clusters: 1343,
    },
    rates: [
      {
        kind: "verbatim",
        is_event: true,
        cases: {
          fit: 700,
          select: 1260,
        },
        match: {
          count: 1260,
          of: 1260,
          ci_95: [0.9971, 1],
        },
        found: {
          count: 1260,
          of: 1260,
          ci_95: [0.9971, 1],
        },
      },
      {
        kind: "typography",
        is_event: true,
        cases: {
          fit: 200,
          select: 360,
        },
        match: {
          count: 360,
          of: 360,
          ci_95: [0.9898, 1],
        },
        found: {
          count: 360,
          of: 360,
          ci_95: [0.9898, 1],
        },
      },
      {
        kind: "edits 5 %",
        is_event: true,
        cases: {
          fit: 300,
          select: 540,
        },
        match: {
          count: 535,
          of: 540,
          ci_95: [0.9785, 0.997],
        },
        found: {
          count: 540,
          of: 540,
          ci_95: [0.9932, 1],
        },
      },
      {
        kind: "edits 10 %",
        is_event: true,
        cases: {
          fit: 400,
          select: 720,
        },
        match: {
          count: 713,
          of: 720,
          ci_95: [0.9801, 0.9961],
        },
        found: {
          count: 720,
          of: 720,
          ci_95: [0.9949, 1],
        },
      },
      {
        kind: "edits 20 %",
        is_event: true,
        cases: {
          fit: 300,
          select: 540,
        },
        match: {
          count: 528,
          of: 540,
          ci_95: [0.9615, 0.9885],
        },
        found: {
          count: 535,
          of: 540,
          ci_95: [0.9785, 0.997],
        },
      },
      {
        kind: "edits 30 %",
        is_event: true,
        cases: {
          fit: 200,
          select: 360,
        },
        match: {
          count: 343,
          of: 360,
          ci_95: [0.9255, 0.9723],
        },
        found: {
          count: 347,
          of: 360,
          ci_95: [0.939, 0.9806],
        },
      },
      {
        kind: "noise 3 %",
        is_event: true,
        cases: {
          fit: 200,
          select: 360,
        },
        match: {
          count: 358,
          of: 360,
          ci_95: [0.9801, 0.9993],
        },
        found: {
          count: 360,
          of: 360,
          ci_95: [0.9898, 1],
        },
      },
      {
        kind: "noise 8 %",
        is_event: true,
        cases: {
          fit: 150,
          select: 270,
        },
        match: {
          count: 240,
          of: 270,
          ci_95: [0.8452, 0.9238],
        },
        found: {
          count: 254,
          of: 270,
          ci_95: [0.9055, 0.9658],
        },
      },
      {
        kind: "noise 15 %",
        is_event: true,
        cases: {
          fit: 50,
          select: 90,
        },
        match: {
          count: 66,
          of: 90,
          ci_95: [0.6297, 0.8211],
        },
        found: {
          count: 70,
          of: 90,
          ci_95: [0.6779, 0.8587],
        },
      },
      {
        kind: "unrelated genre",
        is_event: false,
        cases: {
          fit: 80,
          select: 144,
        },
        match: {
          count: 0,
          of: 144,
          ci_95: [0, 0.0253],
        },
        found: {
          count: 0,
          of: 144,
          ci_95: [0, 0.0253],
        },
      },
      {
        kind: "other language",
        is_event: false,
        cases: {
          fit: 200,
          select: 360,
        },
        match: {
          count: 0,
          of: 360,
          ci_95: [0, 0.0102],
        },
        found: {
          count: 0,
          of: 360,
          ci_95: [0, 0.0102],
        },
      },
      {
        kind: "below the event",
        is_event: false,
        cases: {
          fit: 400,
          select: 720,
        },
        match: {
          count: 0,
          of: 720,
          ci_95: [0, 0.0051],
        },
        found: {
          count: 606,
          of: 720,
          ci_95: [0.8129, 0.8676],
        },
      },
      {
        kind: "shared quotation",
        is_event: false,
        cases: {
          fit: 300,
          select: 540,
        },
        match: {
          count: 168,
          of: 540,
          ci_95: [0.2723, 0.352],
        },
        found: {
          count: 478,
          of: 540,
          ci_95: [0.8552, 0.9108],
        },
      },
      {
        kind: "boilerplate",
        is_event: false,
        cases: {
          fit: 150,
          select: 270,
        },
        match: {
          count: 134,
          of: 270,
          ci_95: [0.4351, 0.5575],
        },
        found: {
          count: 257,
          of: 270,
          ci_95: [0.9191, 0.9741],
        },
      },
      {
        kind: "clean, same genre",
        is_event: false,
        cases: {
          fit: 1150,
          select: 2070,
        },
        match: {
          count: 10,
          of: 2070,
          ci_95: [0.0023, 0.0089],
        },
        found: {
          count: 194,
          of: 2070,
          ci_95: [0.0815, 0.1071],
        },
      },
      {
        kind: "clean, same author",
        is_event: false,
        cases: {
          fit: 160,
          select: 288,
        },
        match: {
          count: 0,
          of: 288,
          ci_95: [0, 0.0127],
        },
        found: {
          count: 0,
          of: 288,
          ci_95: [0, 0.0127],
        },
      },
      {
        kind: "natural formulas",
        is_event: false,
        cases: {
          fit: 60,
          select: 108,
        },
        match: {
          count: 26,
          of: 108,
          ci_95: [0.1637, 0.3325],
        },
        found: {
          count: 108,
          of: 108,
          ci_95: [0.9664, 1],
        },
      },
    ],
  },
};
