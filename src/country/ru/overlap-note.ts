// Subjects of the federation that contain others: some publishers include the autonomous areas of an oblast in it, others do not.
//
// The values do not show which of the two is the case, so the sum of a ranking with both may count these areas twice.
/**
 * A note about the oblasts that have a value beside their areas; null: there are none.
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
    both: "Значения Тюменской и Архангельской областей могут включать их автономные округа, которые показаны и отдельно.",
    tyumen: "Значение Тюменской области может включать её автономные округа, которые показаны и отдельно.",
    arkhangelsk: "Значение Архангельской области может включать Ненецкий автономный округ, который показан и отдельно.",
  },
  en: {
    both: "The values of Tyumen and Arkhangelsk Regions may include their autonomous areas, which are also listed separately.",
    tyumen: "The value of Tyumen Region may include its autonomous areas, which are also listed separately.",
    arkhangelsk:
      "The value of Arkhangelsk Region may include the Nenets Autonomous Area, which is also listed separately.",
  },
};
