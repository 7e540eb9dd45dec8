// The five frequencies at which series are published, and the order between them.
//
// Finest first: "of equals the finer" and every listing by frequency mean the place in this array, not the letter.

export const FREQUENCIES = ["D", "W", "M", "Q", "A"] as const;
export type Frequency = (typeof FREQUENCIES)[number];
