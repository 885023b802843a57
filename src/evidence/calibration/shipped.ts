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
  intercept: -4.642357,
  coefficients: {
    below_event: 68.769889,
    beyond_event: -0.213653,
    ln_passage_words: -0.971816,
    ln_longest_run: -0.076942,
    identity: -0.308103,
    ln_surprise: 2.340868,
    ln_documents: -2.411729,
    ln_content_words: -0.435759,
  },
  steps: [
    {
      from: null,
      log10_lr: -1.8424,
      lo: -6,
      hi: -1.368,
    },
    {
      from: -78.5783,
      log10_lr: -1.8424,
      lo: -6,
      hi: -1.3162,
    },
    {
      from: -60.4076,
      log10_lr: -1.8424,
      lo: -6,
      hi: -1.0656,
    },
    {
      from: -46.6893,
      log10_lr: -1.8424,
      lo: -6,
      hi: -0.8696,
    },
    {
      from: -37.7581,
      log10_lr: -1.8424,
      lo: -6,
      hi: -0.6049,
    },
    {
      from: -16.5117,
      log10_lr: -1.0503,
      lo: -2.2994,
      hi: -0.219,
    },
    {
      from: -4.5927,
      log10_lr: -0.5794,
      lo: -1.7403,
      hi: 0.3302,
    },
    {
      from: -1.483,
      log10_lr: -0.5794,
      lo: -1.397,
      hi: 0.75,
    },
    {
      from: -0.1314,
      log10_lr: -0.2126,
      lo: -0.9849,
      hi: 0.9772,
    },
    {
      from: 1.3623,
      log10_lr: 0.5086,
      lo: -0.5111,
      hi: 1.5197,
    },
    {
      from: 2.5018,
      log10_lr: 1.0074,
      lo: -0.285,
      hi: 1.7111,
    },
    {
      from: 2.8711,
      log10_lr: 1.2278,
      lo: 0.0768,
      hi: 1.9609,
    },
    {
      from: 3.0655,
      log10_lr: 1.2475,
      lo: 0.6045,
      hi: 2.1118,
    },
    {
      from: 3.1863,
      log10_lr: 1.4004,
      lo: 1.0354,
      hi: 2.3006,
    },
    {
      from: 3.2902,
      log10_lr: 1.4997,
      lo: 1.1749,
      hi: 2.493,
    },
    {
      from: 3.376,
      log10_lr: 1.5352,
      lo: 1.2246,
      hi: 3.8441,
    },
    {
      from: 3.6113,
      log10_lr: 1.6942,
      lo: 1.2246,
      hi: 3.9015,
    },
    {
      from: 3.851,
      log10_lr: 1.6971,
      lo: 1.2246,
      hi: 3.9015,
    },
    {
      from: 4.0805,
      log10_lr: 1.7059,
      lo: 1.2246,
      hi: 6,
    },
    {
      from: 4.1594,
      log10_lr: 1.9976,
      lo: 1.2562,
      hi: 6,
    },
    {
      from: 4.2505,
      log10_lr: 2.0575,
      lo: 1.4808,
      hi: 6,
    },
    {
      from: 4.3392,
      log10_lr: 2.0575,
      lo: 1.569,
      hi: 6,
    },
    {
      from: 4.4339,
      log10_lr: 2.0575,
      lo: 1.661,
      hi: 6,
    },
    {
      from: 4.5324,
      log10_lr: 2.5453,
      lo: 1.661,
      hi: 6,
    },
    {
      from: 4.7742,
      log10_lr: 2.7356,
      lo: 1.661,
      hi: 6,
    },
    {
      from: 4.922,
      log10_lr: 2.8442,
      lo: 1.661,
      hi: 6,
    },
    {
      from: 5.0749,
      log10_lr: 2.9956,
      lo: 1.661,
      hi: 6,
    },
    {
      from: 5.2459,
      log10_lr: 3.1136,
      lo: 1.661,
      hi: 6,
    },
    {
      from: 5.4838,
      log10_lr: 3.2355,
      lo: 1.661,
      hi: 6,
    },
    {
      from: 5.823,
      log10_lr: 3.3043,
      lo: 1.661,
      hi: 6,
    },
    {
      from: 6.2829,
      log10_lr: 3.3659,
      lo: 1.661,
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
          count: 769,
          of: 800,
          ci_95: [0.9454, 0.9735],
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
          count: 573,
          of: 600,
          ci_95: [0.9352, 0.9701],
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
          count: 147,
          of: 200,
          ci_95: [0.6681, 0.7948],
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
          count: 7,
          of: 1600,
          ci_95: [0.0018, 0.009],
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
          count: 385,
          of: 1200,
          ci_95: [0.2945, 0.3481],
        },
        found: {
          count: 1068,
          of: 1200,
          ci_95: [0.8709, 0.9071],
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
          count: 339,
          of: 600,
          ci_95: [0.5243, 0.6051],
        },
        found: {
          count: 572,
          of: 600,
          ci_95: [0.9333, 0.9688],
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
          count: 463,
          of: 4280,
          ci_95: [0.099, 0.1179],
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
          count: 52,
          of: 240,
          ci_95: [0.1663, 0.2742],
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
