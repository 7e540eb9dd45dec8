// The five frequencies at which series are published, and the order between them.
//
// Finest first: "of equals the finer" and every listing by frequency mean the place in this array, not the letter.

export const FREQUENCIES = ["D", "W", "M", "Q", "A"] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** Whether a text is a frequency code as the wire and packages write it: one capital letter, nothing else. */
export function isFrequency(text: string): text is Frequency {
  return (FREQUENCIES as readonly string[]).includes(text);
}
