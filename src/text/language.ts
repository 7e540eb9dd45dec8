// The two languages in which names are known, and the choice between them by Accept-Language.
//
// It is only about names and words of answers: data are the same in both.

export const LANGUAGES = ["ru", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The names of an answer: in one language where they are known in it, or all as packages wrote them. */
export type NameChoice = Language | "published";

export function isLanguage(text: string | null | undefined): text is Language {
  return text === "ru" || text === "en";
}

/** The language with the higher weight in Accept-Language (RFC 9110, 12.5.4); with equal weights the first one; null: it names neither. */
export function acceptedLanguage(acceptLanguage: string): Language | null {
  let best: {readonly language: Language; readonly weight: number} | null = null;
  for (const part of acceptLanguage.split(",")) {
    const [range = "", ...options] = part.split(";").map((text) => text.trim().toLowerCase());
    const language = range.split("-")[0];
    if (!isLanguage(language)) continue;
    const quality = options.find((option) => option.startsWith("q="));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    if (weight > 0 && weight <= 1 && weight > (best?.weight ?? 0)) best = {language, weight};
  }
  return best?.language ?? null;
}
