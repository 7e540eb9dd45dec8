// Codes of classes of digits, points, hyphens and single capital letters. Forms of the Treasury have a hundred thousand of them, and a
// reader only asks for one as it is. So they are no words of the vocabulary: they are looked up in the sorted codes of each dataset (asked-codes.ts).
//
// With two digits and no two letters together none is near to a word, begins like one, or has a word in it.

export function isTechnical(code: string): boolean {
  return TECHNICAL.test(code) && !NEIGHBOURS.test(code);
}

const TECHNICAL = /^\d[A-Z.-]*\d[\dA-Z.-]*$/;
const NEIGHBOURS = /[A-Z][.-]*[A-Z]/;

/** The code that a word of a question may be; null: the word is not such a code. */
export function askedCode(word: string): string | null {
  if (!/^[\da-z.-]+$/.test(word)) return null;
  const code = word.toUpperCase();
  return isTechnical(code) ? code : null;
}
