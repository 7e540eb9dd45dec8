// The name of a unit behind a number: "104 446 рублей", "1,5 рубля", "2 rubles". Names of units are in the singular, or as a publisher wrote them.
//
// The text of the number decides, not its value: a figure that is shown without its decimals is followed by the unit of a whole number. A
// name whose first words are not listed here stays as it is: abbreviations ("млрд руб.") have no forms.
import {type Html, html} from "../html/html.ts";
import type {Language} from "./language.ts";
import {isRussian, unitText} from "./names.ts";

/** One, two to four, five and more; behind a decimal fraction a noun is as behind two, an adjective has the form in the fourth place. */
type Forms = readonly [one: string, few: string, many: string, ofFraction?: string];

const NOUNS: readonly Forms[] = [
  ["рубль", "рубля", "рублей"],
  ["доллар", "доллара", "долларов"],
  ["тысяча", "тысячи", "тысяч"],
  ["миллион", "миллиона", "миллионов"],
  ["миллиард", "миллиарда", "миллиардов"],
  ["триллион", "триллиона", "триллионов"],
  ["процент", "процента", "процентов"],
  ["процентный пункт", "процентных пункта", "процентных пунктов", "процентного пункта"],
  ["пункт", "пункта", "пунктов"],
  ["балл", "балла", "баллов"],
  ["человек", "человека", "человек"],
  ["семья", "семьи", "семей"],
  ["евро", "евро", "евро"],
  ["единица", "единицы", "единиц"],
  ["штука", "штуки", "штук"],
  ["место", "места", "мест"],
  ["тонна", "тонны", "тонн"],
  ["килограмм", "килограмма", "килограммов"],
  ["литр", "литра", "литров"],
  ["гектар", "гектара", "гектаров"],
  ["метр", "метра", "метров"],
  ["километр", "километра", "километров"],
  ["квадратный метр", "квадратных метра", "квадратных метров", "квадратного метра"],
  ["квадратный километр", "квадратных километра", "квадратных километров", "квадратного километра"],
  ["кубический метр", "кубических метра", "кубических метров", "кубического метра"],
  ["час", "часа", "часов"],
  ["день", "дня", "дней"],
  ["год", "года", "лет", "года"],
  ["раз", "раза", "раз"],
];

const ENGLISH: ReadonlyMap<string, string> = new Map([
  ...[
    "ruble",
    "dollar",
    "euro",
    "point",
    "unit",
    "piece",
    "place",
    "tonne",
    "kilogram",
    "litre",
    "hectare",
    "metre",
  ].map((one) => [one, `${one}s`] as const),
  ...["kilometre", "square metre", "square kilometre", "cubic metre", "US dollar", "hour", "day", "year"].map(
    (one) => [one, `${one}s`] as const,
  ),
  ["family", "families"],
]);

/** A publisher may write "рублей": the forms by each of the two in which names are. */
const FORMS: ReadonlyMap<string, Forms> = new Map(
  NOUNS.flatMap((forms) => [[forms[2], forms] as const, [forms[0], forms] as const]),
);

/** @param shown the number as it is printed; @param name as for unitText */
export function countedUnitText(shown: string, name: string, language: Language): string {
  const text = unitText(name, language);
  if (isRussian(text)) return withFirst(text, (words) => russianForm(shown, FORMS.get(words.toLowerCase()), language));
  return /^[−-]?1$/.test(shown) ? text : withFirst(text, (words) => ENGLISH.get(words));
}

/** The same on a page: a name that stayed Russian is marked as Russian. */
export function countedUnit(shown: string, name: string, language: Language): Html {
  const text = countedUnitText(shown, name, language);
  return language === "en" && isRussian(text) ? html`<span lang="ru">${text}</span>` : html`${text}`;
}

/** Two words before one: "квадратный метр" is not "квадратный". */
function withFirst(text: string, formOf: (words: string) => string | undefined): string {
  const [, first = "", space = "", second = ""] = /^(\S+?)(?:(\s+)(\S+))?(?=\s|,|$)/u.exec(text) ?? [];
  for (const words of second === "" ? [first] : [`${first}${space}${second}`, first]) {
    const form = formOf(words);
    if (form !== undefined) return form + text.slice(words.length);
  }
  return text;
}

const RUSSIAN = new Intl.PluralRules("ru");

function russianForm(shown: string, forms: Forms | undefined, language: Language): string | undefined {
  if (forms === undefined) return undefined;
  const [one, few, many, ofFraction = few] = forms;
  if ((language === "ru" ? /,\d/ : /\.\d/).test(shown)) return ofFraction;
  const rule = RUSSIAN.select(Number(shown.replace(/\D/g, "")));
  return rule === "one" ? one : rule === "few" ? few : many;
}
