// One text cell of our CSV: delimited by semicolons, quoted only where RFC 4180 needs it, harmless in a spreadsheet.

/** Characters that make a spreadsheet read a text as a formula; a minus is left alone, codes begin with it. */
const FORMULA = /^[=+@\t]/;
const QUOTED = /[;"\r\n]/;

/** The cell as it is written in the file. Numbers and dates of ours do not need it. */
export function csvCell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
