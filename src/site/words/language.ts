// The two languages of the site, and which one a visitor gets: ?lang= beats the cookie of an earlier choice, that beats the browser.
//
// The words of a page stand in the page's own file, both languages side by side (`inBoth`): a word that is missing in one of them is
// an error of types. What the publishers wrote (titles, names, notes) is shown as it is, marked as Russian.

export const LANGUAGES = ["ru", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Where no choice was made and the browser names neither. */
export const FALLBACK: Language = "en";

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {ru: "Русский", en: "English"};

/** Words in both languages, of the same shape. */
export type InBoth<W> = Readonly<Record<Language, W>>;

/** Takes the shape from the Russian words; the English ones have to fit it. */
export function inBoth<W>(words: {readonly ru: W; readonly en: NoInfer<W>}): InBoth<W> {
  return words;
}

export function isLanguage(text: string | null | undefined): text is Language {
  return text === "ru" || text === "en";
}

/** The language that an Accept-Language header (RFC 9110, 12.5.4) likes best of the two; of equals the first named. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  let best: {readonly language: Language; readonly weight: number} | null = null;
  for (const part of (acceptLanguage ?? "").split(",")) {
    const [range = "", ...options] = part.split(";").map((text) => text.trim().toLowerCase());
    const language = range.split("-")[0];
    if (!isLanguage(language)) continue;
    const quality = options.find((option) => option.startsWith("q="));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    if (weight > 0 && weight <= 1 && weight > (best?.weight ?? 0)) best = {language, weight};
  }
  return best?.language ?? FALLBACK;
}
