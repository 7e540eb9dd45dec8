// Subjects of the federation that hold others: some publishers count the autonomous areas of an oblast within it, some beside it.
//
// Their values alone do not tell which; who adds up a ranking that names both may count these areas twice.
/**
 * What is to be known of the oblasts that have a value beside those of their areas; null where there are none.
 * @param valued canonical codes of the territories that have a value
 */
export function nestedNote(valued: ReadonlySet<string>, language: "ru" | "en"): string | null {
  const isBeside = (oblast: string, areas: readonly string[]): boolean =>
    valued.has(oblast) && areas.some((area) => valued.has(area));
  const isTyumen = isBeside("RU-72", ["RU-86", "RU-89"]);
  const isArkhangelsk = isBeside("RU-29", ["RU-83"]);
  const words = WORDS[language];
  if (isTyumen && isArkhangelsk) return words.both;
  return isTyumen ? words.tyumen : isArkhangelsk ? words.arkhangelsk : null;
}

const WORDS = {
  ru: {
    both: "Значения Тюменской и Архангельской областей могут включать их автономные округа, которые стоят и отдельно.",
    tyumen: "Значение Тюменской области может включать её автономные округа, которые стоят и отдельно.",
    arkhangelsk: "Значение Архангельской области может включать Ненецкий автономный округ, который стоит и отдельно.",
  },
  en: {
    both: "The values of Tyumen and Arkhangelsk Regions may include their autonomous areas, which also stand alone.",
    tyumen: "The value of Tyumen Region may include its autonomous areas, which also stand alone.",
    arkhangelsk: "The value of Arkhangelsk Region may include the Nenets Autonomous Area, which also stands alone.",
  },
};
