/** The shipped rates of runs by chance. Written by bench/quality/telling/fit.ts; not by hand. */
import type { TellingTable } from "./tellingTable.ts";

export const SHIPPED_TELLING: TellingTable = {
  name: "spolia-t1 2026-11-22",
  date: "2026-11-22",
  groups: [
    {
      language: "en",
      genre: "English novels",
      lengths: [8, 9, 10],
      sizes: [
        {
          indexed_words: 393688,
          expected: [14.81, 1.793, 0.3375],
          upper: [19.07, 2.483, 0.5482],
        },
        {
          indexed_words: 785938,
          expected: [28.62, 3.481, 0.6781],
          upper: [37.34, 4.899, 1.119],
        },
        {
          indexed_words: 1572281,
          expected: [55.75, 7.12, 1.477],
          upper: [74.58, 10.26, 2.478],
        },
        {
          indexed_words: 3155717,
          expected: [104, 13.77, 3.164],
          upper: [150.3, 21.65, 5.82],
        },
        {
          indexed_words: 6056993,
          expected: [185.8, 26.58, 5.063],
          upper: [244.9, 36.88, 8.223],
        },
      ],
      tail: {
        bits: 2.663,
        bits_lower: 1.337,
      },
    },
    {
      language: "fr",
      genre: "French novels",
      lengths: [8, 9, 10],
      sizes: [
        {
          indexed_words: 312599,
          expected: [48.08, 9.141, 2.053],
          upper: [57.52, 11.6, 2.775],
        },
        {
          indexed_words: 621692,
          expected: [87.01, 17.57, 4.031],
          upper: [105.8, 22.59, 5.521],
        },
        {
          indexed_words: 1240306,
          expected: [153.4, 31.99, 6.889],
          upper: [192, 42.5, 9.942],
        },
        {
          indexed_words: 2448896,
          expected: [263.9, 58.62, 14.51],
          upper: [354.7, 84.23, 22.45],
        },
        {
          indexed_words: 4839702,
          expected: [451.7, 108.7, 28.02],
          upper: [566.4, 142, 38.42],
        },
      ],
      tail: {
        bits: 2.072,
        bits_lower: 1.399,
      },
    },
    {
      language: "ru",
      genre: "Russian literature",
      lengths: [8],
      sizes: [
        {
          indexed_words: 51006,
          expected: [0],
          upper: [0.5606],
        },
        {
          indexed_words: 97668,
          expected: [0],
          upper: [1.202],
        },
        {
          indexed_words: 178093,
          expected: [0],
          upper: [2.803],
        },
        {
          indexed_words: 207919,
          expected: [0],
          upper: [8.408],
        },
        {
          indexed_words: 765091,
          expected: [0],
          upper: [8.408],
        },
      ],
      tail: {
        bits: 2.663,
        bits_lower: 1.337,
      },
    },
    {
      language: "zh",
      genre: "Chinese poems",
      lengths: [8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 24, 32, 48],
      sizes: [
        {
          indexed_words: 131362,
          expected: [5.423, 2.981, 2.22, 1.3, 0.9197, 0.6026, 0.4123, 0.3489, 0.1903, 0.06343, 0.06343, 0.06343, 0, 0],
          upper: [7.561, 4.449, 3.386, 2.182, 1.684, 1.305, 1.114, 1.064, 0.8699, 0.3535, 0.3535, 0.3535, 0.234, 0.234],
        },
        {
          indexed_words: 262728,
          expected: [10.4, 5.709, 4.417, 2.786, 1.971, 1.291, 0.8835, 0.7476, 0.4078, 0.1359, 0.1359, 0.1359, 0, 0],
          upper: [14.78, 8.716, 6.843, 4.675, 3.608, 2.796, 2.388, 2.28, 1.864, 0.7574, 0.7574, 0.7574, 0.5014, 0.5014],
        },
        {
          indexed_words: 525447,
          expected: [20.93, 10.94, 8.722, 6.184, 4.599, 3.013, 2.061, 1.744, 0.9514, 0.3171, 0.3171, 0.3171, 0, 0],
          upper: [30.54, 17.44, 14.03, 10.51, 8.417, 6.524, 5.57, 5.318, 4.35, 1.768, 1.768, 1.768, 1.17, 1.17],
        },
        {
          indexed_words: 1051006,
          expected: [39.49, 18.55, 13.8, 10.94, 7.136, 4.757, 1.903, 1.903, 1.903, 0.9514, 0.9514, 0.9514, 0, 0],
          upper: [63.45, 34.32, 26.38, 21.69, 16.33, 13.48, 9.994, 9.994, 9.994, 5.302, 5.302, 5.302, 3.51, 3.51],
        },
        {
          indexed_words: 2095347,
          expected: [74.21, 42.34, 31.4, 19.03, 12.37, 9.039, 6.184, 5.233, 2.854, 0.9514, 0.9514, 0.9514, 0, 0],
          upper: [105.1, 63.88, 48.48, 32.13, 23.4, 19.57, 16.71, 15.96, 13.05, 5.302, 5.302, 5.302, 3.51, 3.51],
        },
      ],
      tail: null,
    },
  ],
  without_threshold: [
    {
      genre: "German law",
      bits: 0.3012,
    },
    {
      genre: "D.C. law",
      bits: 0.3916,
    },
    {
      genre: "Chinese poems",
      bits: 0.5876,
    },
  ],
};
