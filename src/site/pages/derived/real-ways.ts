// The ways to show several series in real terms at once: by one price index that all can take, or each by the prices of its own territory.

import type {Language} from "../../words/language.ts";
import type {PriceIndex} from "./price-indices.ts";
import {DERIVED_WORDS} from "./words.ts";

/** As the parameters of a comparison. */
export interface RealWay {
  /** The prices: "Consumer prices, Russian Federation". */
  readonly name: string;
  readonly series: string;
  /** null: each series has its own steps. */
  readonly derive: string | null;
}

/** None for a single series, which has its own page. @param prices of each key, the nearest first */
export function realWays(
  keys: readonly string[],
  prices: readonly (readonly PriceIndex[])[],
  language: Language,
): readonly RealWay[] {
  const [first = [], ...others] = prices;
  if (keys.length < 2 || prices.length !== keys.length) return [];
  const common = first.filter(({key}) => others.every((own) => own.some((one) => one.key === key)));
  const ways: RealWay[] = common.map(({key, name}) => ({name, series: keys.join(","), derive: `real:${key}`}));
  const own = prices.map((all) => all.find(({isOwn}) => isOwn));
  const isEach = own.every((one) => one !== undefined) && new Set(own.map((one) => one!.key)).size > 1;
  if (!isEach) return ways;
  const series = keys.map((key, at) => `${key}~real:${own[at]!.key}`).join(",");
  return [{name: DERIVED_WORDS[language].ownPrices, series, derive: null}, ...ways];
}
