// Names of the divisions and groups of COICOP, of 1999 and 2018: by the codes that Eurostat writes (CP01, CP011), and Russian for English.
//
// The two editions give some codes different meanings: CP12 is miscellaneous goods in one and insurance in the other. Such a code has no
// name, and neither has a bare code (01.1): other classifiers have the same. A Russian name is given only where the official one is known.
import {once, readCoicop} from "../reference/reference.ts";

/** null: it is no code of COICOP, or the editions differ. */
export function coicopEnglish(code: string): string | null {
  return isCode(code) ? (byCode().get(code)?.english ?? null) : null;
}

/** @param text an official English name in any case, or a code; null: no Russian name is known. */
export function coicopRussian(text: string): string | null {
  if (isCode(text)) return byCode().get(text)?.russian ?? null;
  return ENGLISH.test(text) ? (byName().get(text.toLowerCase()) ?? null) : null;
}

function isCode(text: string): boolean {
  return /^CP\d{2,3}$/.test(text);
}

/** Most names of a store are Russian, and are told by their first letter. */
const ENGLISH = /^[A-Za-z]/;

interface Named {
  readonly english: string;
  readonly russian: string | null;
}

const byCode = once((): ReadonlyMap<string, Named> => {
  const found = new Map<string, Named>();
  for (const [code, editions] of Map.groupBy(readCoicop(), (one) => one.code)) {
    const [first] = editions;
    const isOne = editions.every(({english}) => english === first!.english);
    if (isOne) found.set(`CP${code.replace(".", "")}`, first!);
  }
  return found;
});

const byName = once(
  () =>
    new Map(
      readCoicop().flatMap(({english, russian}) =>
        russian === null ? [] : [[english.toLowerCase(), russian] as const],
      ),
    ),
);
