// The five frequencies at which series are published, and the order between them.
//
// Finest first: every order by frequency means the place in this array, not the letter.

export const FREQUENCIES = ["D", "W", "M", "Q", "A"] as const;
export type Frequency = (typeof FREQUENCIES)[number];
