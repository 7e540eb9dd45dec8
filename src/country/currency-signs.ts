// The currency whose sign a number is shown with, against the unit that its table has.
//
// A sign without letters says nothing of the size of a number, but "€" over a number in dollars says that the unit is wrong.

const CURRENCIES: readonly (readonly [sign: RegExp, name: RegExp])[] = [
  [/€/, /€|евро|euro|\beur\b/i],
  [/£/, /£|фунт|pound|\bgbp\b/i],
  [/¥/, /¥|иен|юан|yen|yuan|renminbi|\b(?:jpy|cny)\b/i],
  [/₽/, /₽|руб|rouble|ruble|\brub\b/i],
  // "[$-419]" is a language, and "[$€-407]" another currency.
  [/\[\$\$|(?<!\[)\$/, /\$|доллар|dollar|peso|\busd\b/i],
];

/** Whether the format of a number shows the sign of another currency than that of the unit. */
export function showsOtherCurrency(format: string, unit: string): boolean {
  if (!/\p{Sc}/u.test(format)) return false;
  const shown = format.replace(/_./g, "");
  const found = CURRENCIES.find(([sign]) => sign.test(shown));
  return found !== undefined && !found[1].test(unit);
}
