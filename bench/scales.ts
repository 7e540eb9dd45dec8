// Duration and size of each kind of run.
//
// The large warehouse of an ordinary run holds 100 million values.
import type {Scale} from "./subject.ts";

export const SCALES: Readonly<Record<Scale["mode"], Scale>> = {
  quick: {
    mode: "quick",
    seconds: 1,
    rounds: 3,
    growth: [2_000, 20_000],
    series: 20_000,
    memorySeconds: 6,
    firstAnswers: 12,
    pages: 300,
    sdmxMegabytes: 25,
    csvValues: 500_000,
  },
  default: {
    mode: "default",
    seconds: 4,
    rounds: 5,
    growth: [2_000, 20_000, 200_000],
    series: 334_000,
    memorySeconds: 48,
    firstAnswers: 50,
    pages: 3_000,
    sdmxMegabytes: 100,
    csvValues: 3_000_000,
  },
  full: {
    mode: "full",
    seconds: 4,
    rounds: 5,
    growth: [2_000, 20_000, 200_000, 2_000_000],
    series: 334_000,
    memorySeconds: 120,
    firstAnswers: 100,
    pages: 3_000,
    sdmxMegabytes: 200,
    csvValues: 6_000_000,
  },
};
