// A class that stands for everything: "total", "all goods". Readers look for it first.

/** Of the name of a class, or of the code of one without a name. */
export function isTotal(name: string): boolean {
  return TOTAL.test(name);
}

const TOTAL = /^(?:все|всего|итого|весь|total|all)(?![а-яёa-z])/i;

/** Any such name begins with one of these. */
export const TOTAL_LETTERS: readonly string[] = ["в", "В", "и", "И", "t", "T", "a", "A"];
