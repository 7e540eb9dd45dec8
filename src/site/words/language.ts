// The two languages of the site. A visitor gets the language of ?lang=, else of the cookie of an earlier choice, else of the browser,
// else of the server's country.
//
// Words are in the folder of their page, both languages in one object (`inBoth`): a word that one language lacks is a type error.
// Texts of publishers (titles, names, notes) are shown as published and marked as Russian.

export const LANGUAGES = ["ru", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Without a choice, for browsers that accept neither language. */
const FALLBACK: Language = "en";

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {ru: "Русский", en: "English"};

export type InBoth<W> = Readonly<Record<Language, W>>;

/** The Russian words give the type, which the English words must have too. */
export function inBoth<W>(words: {readonly ru: W; readonly en: NoInfer<W>}): InBoth<W> {
  return words;
}

export function isLanguage(text: string | null | undefined): text is Language {
  return text === "ru" || text === "en";
}

/** The language with the higher weight in Accept-Language (RFC 9110, 12.5.4); with equal weights the first one. */
export function preferredLanguage(acceptLanguage: string): Language {
  let best: {readonly language: Language; readonly weight: number} | null = null;
  for (const part of acceptLanguage.split(",")) {
    const [range = "", ...options] = part.split(";").map((text) => text.trim().toLowerCase());
    const language = range.split("-")[0];
    if (!isLanguage(language)) continue;
    const quality = options.find((option) => option.startsWith("q="));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    if (weight > 0 && weight <= 1 && weight > (best?.weight ?? 0)) best = {language, weight};
  }
  return best?.language ?? FALLBACK;
}
