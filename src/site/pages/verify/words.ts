// The words of the page that verifies a claim.
import {MAX_CLAIM_LETTERS} from "../../../claims/claim-words.ts";
import {MAX_DRAFT_CLAIMS, MAX_DRAFT_LETTERS} from "../../../claims/draft/verify-draft.ts";
import {inBoth} from "../../words/language.ts";

export const VERIFY_WORDS = inBoth({
  ru: {
    title: "Проверить число",
    description: "Публиковалось ли число, когда оно было верным и из какой оно ячейки.",
    lead: "Число сравнивается со всеми опубликованными оценками ряда за период и считается округлённым до последней цифры.",
    value: "Число или целое предложение",
    about: "О чём: слова или ключ ряда",
    period: "Период",
    periodHint: "2016, 2016-Q1, 2016-03 или день; пусто — последний",
    geo: "Код территории",
    geoHint: "как в рядах; пусто — страна или названная в словах",
    on: "Известно на день",
    onHint: "ГГГГ-ММ-ДД; пусто — всё опубликованное",
    check: "Проверить",
    answer: "Ответ",
    noNumber: "Напишите одно число: 98,8, 86 149 или −1,2.",
    tooLong: `Напишите не больше ${MAX_CLAIM_LETTERS} букв о числе.`,
    noAbout: "Напишите, о чём число: слова показателя или ключ ряда.",
    badPeriod: "Период пишется так: 2016, 2016-Q1, 2016-03 или 2016-03-31.",
    badDay: "День пишется так: 2016-12-31.",
    badGeo: "Ряд с этим ключом — другой территории. Уберите код территории.",
    none: "Таких рядов нет. Проверьте слова или возьмите ключ ряда из поиска.",
    verdicts: {
      match: "Верно: это последняя опубликованная оценка.",
      rounded: "Верно с округлением: последняя оценка даёт это число.",
      was_true: "Было верно: число публиковалось, потом его пересмотрели или сняли.",
      other_form: "Верно в другом виде: например, индекс 101,5 — это рост на 1,5 %, а доля 0,05 — это 5 %.",
      other_unit: "Другая единица: например, тысячи вместо миллионов.",
      other_period: "Это число другого периода.",
      other_territory: "Это число другой территории.",
      no_match: "Не совпадает ни с одной оценкой.",
      ambiguous: "Неясно, о каком ряде речь: подходят несколько, и они дают разные ответы.",
      not_published:
        "Здесь этого нет: ряда об этом, этой территории или значения за период, или на тот день его ещё не было.",
    },
    otherForm: {
      growth: (own: string, growth: string) =>
        `Верно как прирост: источник публикует индекс, и ${own} — это рост на ${growth} %.`,
      fall: (own: string, fall: string) =>
        `Верно как снижение: источник публикует индекс, и ${own} — это снижение на ${fall} %.`,
      index: (own: string, index: string) =>
        `Верно как индекс: источник публикует прирост, и прирост ${own} % — это индекс ${index}.`,
    },
    otherFormBefore: {
      growth: (own: string, growth: string) =>
        `Было верно как прирост: источник публиковал индекс ${own} — это рост на ${growth} %; потом число пересмотрели или сняли.`,
      fall: (own: string, fall: string) =>
        `Было верно как снижение: источник публиковал индекс ${own} — это снижение на ${fall} %; потом число пересмотрели или сняли.`,
      index: (own: string, index: string) =>
        `Было верно как индекс: источник публиковал прирост ${own} % — это индекс ${index}; потом число пересмотрели или сняли.`,
    },
    indexAsGrowth: (own: string) =>
      `Это индекс, а не прирост: источник публикует ${own}, прирост — то, что в нём больше ста.`,
    computed: "Такого числа никто не публикует. Вычислено здесь по ряду",
    computedAgrees: "Ваше число с этим сходится.",
    computedDiffers: "Ваше число с этим не сходится.",
    published: "Опубликовано",
    summary: {right: "Верны", outdated: "Устарели", wrong: "Не сходятся", unclear: "Неясны или не опубликованы"},
    series: "Ряд",
    estimates: "Оценки этого периода",
    estimate: "Значение",
    from: "Опубликовано",
    until: "Верно до",
    now: "сейчас",
    cell: "Место в файле",
    raw: "В файле",
    permalink: "Ряд по состоянию на тот день",
    held: (from: string, until: string) => `это было значение: ${from} — ${until}`,
    candidates: "Возможные ряды",
    trueOf: "Число верно для этих рядов",
    otherwise: "Для этих рядов — нет",
    single: "Проверить одно число по полям",
    draft: "Проверить текст",
    draftLead:
      "Вставьте абзац: каждое число о рядах сверяется с опубликованным. Даты, возраст и число людей в зале не трогаются. Текст не хранится.",
    draftText: "Текст",
    draftCheck: "Проверить текст",
    draftLong: `Не больше ${MAX_DRAFT_LETTERS} букв.`,
    draftEmpty: "Вставьте текст с числами.",
    draftNone: "В тексте нет чисел о рядах, которые есть здесь.",
    draftMore: `Проверены первые ${MAX_DRAFT_CLAIMS} чисел. Остальной текст проверьте отдельно.`,
    draftAnswer: "Числа текста",
    rightSentence: "Верно будет так",
    proof: "Доказательство",
    again: "Проверить по этому ряду",
    busy: "Место в файле сейчас нельзя показать: слишком много запросов. Попробуйте через минуту.",
  },
  en: {
    title: "Verify a number",
    description: "Check whether a number was published, when it was true, and which cell it comes from.",
    lead: "The number is compared with every published estimate of the series for the period, and counts as rounded to its last digit.",
    value: "Number, or a whole sentence",
    about: "What it is about: words, or the key of a series",
    period: "Period",
    periodHint: "2016, 2016-Q1, 2016-03 or a day; empty: the newest",
    geo: "Territory code",
    geoHint: "as in the series; empty: the country, or the territory you named",
    on: "As known on",
    onHint: "YYYY-MM-DD; empty: all that was published",
    check: "Verify",
    answer: "Answer",
    noNumber: "Write one number: 98.8, 86 149 or −1.2.",
    tooLong: `Write at most ${MAX_CLAIM_LETTERS} letters about the number.`,
    noAbout: "Write what the number is about: words of the indicator, or the key of a series.",
    badPeriod: "Write the period as 2016, 2016-Q1, 2016-03 or 2016-03-31.",
    badDay: "Write the day as 2016-12-31.",
    badGeo: "The series with this key is of another territory. Leave the territory out.",
    none: "There is no such series. Check the words, or take a key from the search.",
    verdicts: {
      match: "True: it is the newest published estimate.",
      rounded: "True when rounded: the newest estimate gives this number.",
      was_true: "Was true: the number was published, and revised or withdrawn later.",
      other_form:
        "True in other terms: an index of 101.5 is a growth of 1.5 %, for example, and a share of 0.05 is 5 %.",
      other_unit: "Another unit: thousands for millions, for example.",
      other_period: "It is the number of another period.",
      other_territory: "It is the number of another territory.",
      no_match: "It matches no estimate.",
      ambiguous: "It is not clear which series is meant: several fit, and they give different answers.",
      not_published:
        "It is not here: no series about it, none of this territory, or no value for the period, or not yet on that day.",
    },
    otherForm: {
      growth: (own: string, growth: string) =>
        `True as a growth: the source publishes an index, and ${own} is a growth of ${growth} %.`,
      fall: (own: string, fall: string) =>
        `True as a fall: the source publishes an index, and ${own} is a fall of ${fall} %.`,
      index: (own: string, index: string) =>
        `True as an index: the source publishes a growth, and a growth of ${own} % is an index of ${index}.`,
    },
    otherFormBefore: {
      growth: (own: string, growth: string) =>
        `Was true as a growth: the source published an index of ${own}, a growth of ${growth} %; it was revised or withdrawn later.`,
      fall: (own: string, fall: string) =>
        `Was true as a fall: the source published an index of ${own}, a fall of ${fall} %; it was revised or withdrawn later.`,
      index: (own: string, index: string) =>
        `Was true as an index: the source published a growth of ${own} %, an index of ${index}; it was revised or withdrawn later.`,
    },
    indexAsGrowth: (own: string) =>
      `It is the index and not the growth: the source publishes ${own}, and the growth is what exceeds 100.`,
    computed: "No publisher has a figure for this. Computed here from",
    computedAgrees: "Your figure agrees with it.",
    computedDiffers: "Your figure does not agree with it.",
    published: "Published",
    summary: {right: "True", outdated: "Outdated", wrong: "Wrong", unclear: "Unclear or not published"},
    series: "Series",
    estimates: "Estimates of this period",
    estimate: "Value",
    from: "Published",
    until: "True until",
    now: "now",
    cell: "Place in the file",
    raw: "In the file",
    permalink: "The series as known on that day",
    held: (from: string, until: string) => `it was the value from ${from} to ${until}`,
    candidates: "Possible series",
    trueOf: "The number is true of these series",
    otherwise: "It is not of these",
    single: "Verify one number by fields",
    draft: "Verify a text",
    draftLead:
      "Paste a paragraph: each number about a series is compared with what was published. Dates, ages and counts of people in a room are left alone. The text is not kept.",
    draftText: "Text",
    draftCheck: "Verify the text",
    draftLong: `At most ${MAX_DRAFT_LETTERS} letters.`,
    draftEmpty: "Paste a text with numbers.",
    draftNone: "The text has no numbers about series that are here.",
    draftMore: `The first ${MAX_DRAFT_CLAIMS} numbers were verified. Verify the rest of the text by itself.`,
    draftAnswer: "Numbers of the text",
    rightSentence: "This would be right",
    proof: "Proof",
    again: "Verify with this series",
    busy: "The place in the file cannot be shown now: too many requests. Try again in a minute.",
  },
});

export type VerifyWords = (typeof VERIFY_WORDS)["en"];
