// Patterns that match exactly the valid days and bounds of requests, for the OpenAPI document.
//
// The reader of parameters does not use them to refuse: an invalid date is `date_parsing` with its own message.

const YEAR = "[1-9][0-9]{3}";
const LEAP_DAY = "([1-9][0-9](0[48]|[2468][048]|[13579][26])|([2468][048]|[13579][26])00)-02-29";
const MONTHS = [
  {names: "(0[13578]|1[02])", days: "(0[1-9]|[12][0-9]|3[01])"},
  {names: "(0[469]|11)", days: "(0[1-9]|[12][0-9]|30)"},
  {names: "02", days: "(0[1-9]|1[0-9]|2[0-8])"},
] as const;

const DAY = `(${YEAR}-(${MONTHS.map(({names, days}) => `${names}-${days}`).join("|")})|${LEAP_DAY})`;

/** YYYY-MM-DD */
export const DAY_PATTERN = `^${DAY}$`;
export const LATEST_OR_DAY_PATTERN = `^(latest|${DAY})$`;
/** YYYY-MM-DD, YYYY-MM or YYYY */
export const BOUND_PATTERN = `^(${YEAR}(-(${MONTHS.map(({names, days}) => `${names}(-${days})?`).join("|")}))?|${LEAP_DAY})$`;

/** Years that a store can date. */
const CENTURY = "(1[7-9]|2[01])";
const DATED_LEAP_DAY = `(${CENTURY}(0[48]|[2468][048]|[13579][26])|2000)-02-29`;
/** A bound of such a year, or YYYY-Qn */
const PERIOD_PATTERN = `^(${CENTURY}[0-9]{2}(-(Q[1-4]|${MONTHS.map(({names, days}) => `${names}(-${days})?`).join("|")}))?|${DATED_LEAP_DAY})$`;

export const DATE_PATTERNS: readonly string[] = [DAY_PATTERN, LATEST_OR_DAY_PATTERN, BOUND_PATTERN, PERIOD_PATTERN];
