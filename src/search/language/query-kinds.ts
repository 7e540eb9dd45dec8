// What a question asks for by a word: seasonally adjusted values, aims, arrears.
//
// Apart from the names that say so (code-words.ts): a load reads names, and needs no stems of these words.
import {ADJUSTED, AIM, OVERDUE} from "./code-words.ts";
import {stemOf} from "./stem.ts";

/** The kinds that a question asks for by a word. */
export function queryKinds(words: readonly {readonly stem: string}[]): number {
  const has = (stems: ReadonlySet<string>): boolean => words.some(({stem}) => stems.has(stem));
  return (has(SEASON_STEMS) ? ADJUSTED : 0) | (has(AIM_STEMS) ? AIM : 0) | (has(OVERDUE_STEMS) ? OVERDUE : 0);
}

const SEASON_STEMS: ReadonlySet<string> = new Set(["сезон", "seasonal"].map(stemOf));
const AIM_STEMS: ReadonlySet<string> = new Set(
  "цель целевой таргет таргетирование прогноз прогнозный ожидание ожидаемый target forecast expectations expected"
    .split(" ")
    .map(stemOf),
);
const OVERDUE_STEMS: ReadonlySet<string> = new Set(
  "просроченный просрочка задолженность долг долги невыплата задержка overdue arrears debt debts"
    .split(" ")
    .map(stemOf),
);
