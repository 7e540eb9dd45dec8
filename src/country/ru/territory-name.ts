// Folds the spellings of a territory's name to one form: case, blanks, abbreviations, footnote marks.
//
// It must not remove unknown words: "Российская Федерация млрд. рублей" is a row in another unit, and must differ from
// "Российская Федерация".
import {createBoundedCache} from "../../work/bounded-cache.ts";

/** The folded name; empty: the text has no name ("в том числе:"). The tables of a book name the same territories again and again. */
export function foldTerritoryName(text: string): string {
  // Most names of our own list, which are all folded before the first is found.
  if (ONE_WORD.test(text) && !SHORTENED.test(text)) return text.toLowerCase().replaceAll("ё", "е");
  const known = KNOWN.find(text);
  if (known !== undefined) return known;
  const name = fold(text);
  KNOWN.keep(text, name, 2 * (text.length + name.length));
  return name;
}

/** Cyrillic letters and hyphens within them. Without a flag for their case: V8 takes a millisecond for that in each process. */
const ONE_WORD = /^[А-Яа-яЁё]+(?:-[А-Яа-яЁё]+)*$/;
/** In words that are an abbreviation or the kind of a territory. */
const SHORTENED = /[Оо][Бб][Лл]|[Рр][Ее][Сс][Пп]/;
const KNOWN = createBoundedCache<string>(500_000);

/** As foldTerritoryName, for any text. */
export function fold(text: string): string {
  let name = text
    .replace(LOOK_ALIKES, (letter) => CYRILLIC[letter] ?? letter)
    .replace(BLANKS, " ")
    .trim();
  name = withoutFootnotes(name).toLowerCase().replaceAll("ё", "е");
  name = name
    .replace(LEAD_IN, "")
    .replace(/[–—‑−]/g, "-")
    .replace(/ ?- ?/g, "-")
    .replace(/\/([^/]+)\//g, "($1)");
  for (const [abbreviation, word] of ABBREVIATIONS) name = name.replace(abbreviation, word);
  name = name
    .replace(/\(/g, " (")
    .replace(/\( /g, "(")
    .replace(/ +/g, " ")
    .replace(/[ .,:;]+$/, "")
    .trim();
  return withoutRepetition(withoutKind(name));
}

const BLANKS = /[\s\u00a0\u00ad\u202f\u2009]+/g;

// Letters of the other alphabet that look the same: "Калинингpадская" has a Latin p.
const CYRILLIC: Readonly<Record<string, string>> = Object.fromEntries(
  [..."ABCEHKMOPTXYaceopxyk"].map((latin, at) => [latin, "АВСЕНКМОРТХУасеорхук"[at]!]),
);
const LOOK_ALIKES = /[ABCEHKMOPTXYaceopxyk]/g;

const LEAD_IN = /^(?:(?:в том числе|в т\. ?ч\.?|из них|из общего объема)(?: ?:|(?= |$)) ?|[-–—•] ?)+/;

const ABBREVIATIONS: readonly (readonly [RegExp, string])[] = [
  [/(?<![а-я])авт(?:\.|ономн\.) ?/g, "автономный "],
  [/автономный (?=обл)/g, "автономная "],
  [/(?<![а-я])аобл(?![а-я])\.?/g, "автономная область"],
  [/(?<![а-я])респ(?:\.|(?= |$)) ?/g, "республика "],
  [/(?<![а-я])обл(?:\.|(?![а-я])) ?/g, "область "],
  [/(?<![а-я])фед(?:ер)?\. ?/g, "федеральный "],
  [/(?<= )фо$/g, "федеральный округ"],
  [
    /(?<=(?:ненецкий|чукотский|эвенкийский|корякский|таймырский|пермяцкий|бурятский|мансийский) )ао$/g,
    "автономный округ",
  ],
  // FIX-rosstat-37
  [/(?<=еврейская )ао$/g, "автономная область"],
  [/(?<=[ (])без (?:данных по )?ао(?=\)?$)/g, "без автономного округа"],
  // "без авт. округа", "(без авт.округов)": the abbreviation above has become a nominative.
  [/без автономный округа/g, "без автономного округа"],
  [/без автономный округов/g, "без автономных округов"],
];

/** Removes the kind of territory, which is not always written: "Республика Адыгея", "г. Москва, столица …". */
function withoutKind(name: string): string {
  return name
    .replace(/,? ?столица российской федерации/g, " ")
    .replace(/,? ?город федерального значения/g, " ")
    .replace(/(?<![а-я-])республика(?![а-я])/g, " ")
    .replace(/^ *(?:г\.|г |город ) ?/, "")
    .replace(/ +/g, " ")
    .replace(/ ?- ?/g, "-")
    .trim();
}

/** "адыгея (адыгея)" has the same name twice. */
function withoutRepetition(name: string): string {
  const twice = /^(.+) \((.+)\)$/.exec(name);
  return twice && twice[1] === twice[2] ? twice[1]! : name;
}

/** Footnote marks after a name: superscripts, "2)", "1,2", " 3", asterisks; never the closing bracket of a remark in the name. */
function withoutFootnotes(name: string): string {
  let plain = name
    .replace(/[*\s]+$/, "")
    .replace(SUPERSCRIPTS, "")
    .trimEnd();
  if (count(plain, ")") > count(plain, "(")) plain = plain.replace(/(?:[\s,]*\d{1,2}\))+$/, "");
  return plain.replace(/\s*(?<!\d)\d{1,2}(?:\s*,\s*\d{1,2})*$/, "").trimEnd();
}

const SUPERSCRIPTS =
  /\s*[\u00b9\u00b2\u00b3\u2070\u2074-\u2079]+(?:[,)\s]*[\u00b9\u00b2\u00b3\u2070\u2074-\u2079])*\)?$/;

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
