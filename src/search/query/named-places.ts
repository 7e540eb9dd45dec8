// Which words of a question name a territory: whoever asks for `население Москвы` means the series of Moscow, not a national line in
// whose name the word stands too.
//
// The country is not among them, since its series come first anyway. Many cities bear the name of a thing (Апатиты, Ковров, Тайга):
// one is meant only by a question that is its name as it is written and nothing else.
import {LEVELS} from "../../statistics/territory.ts";
import {COUNTRY} from "../index/series-set.ts";
import type {IndexedTerritory} from "../index/territory-index.ts";
import {CORRECTED, EXACT} from "../rank/field-weights.ts";
import {QUALITY, type Question} from "./question.ts";

export interface Namer {
  /**
   * A territory that answers words of the question.
   * @param mask bits of the words
   * @param points how well it answers each word, 0 to 100
   * @param nameMet words of its name that were met
   * @param kindMet words of its kind that were met
   */
  hear(territory: IndexedTerritory, mask: number, points: readonly number[], nameMet: number, kindMet: number): void;
  /** Bits of the words that name territories, of all that were heard of. */
  placed(): number;
}

const CITY = LEVELS.indexOf("city");

/** A territory is named by its whole name, or by a short one that it has beside; never by a word that had to be put right. */
export function createNamer({spans, terms}: Question): Namer {
  let named = 0;
  const asked = new Set(
    spans
      .flatMap(({alternatives}) => alternatives.flatMap((slots) => (slots.length === 1 ? slots[0]! : [])))
      .filter(({quality}) => quality <= QUALITY.form)
      .map(({term}) => terms[term]!),
  );
  return {
    hear({rank, length, isAdjective, shortNames}, mask, points, nameMet, kindMet) {
      if (rank === COUNTRY || points.some((own) => own > 0 && own <= CORRECTED)) return;
      if (rank === CITY && points.some((own) => own < EXACT)) return;
      const isNamed =
        (nameMet >= length && (!isAdjective || kindMet > 0)) || shortNames.some((term) => asked.has(term));
      if (isNamed) named |= mask;
    },
    placed: () => named,
  };
}
