// /methodology: how values are kept and judged. The thresholds are the constants of the program.
import {ENDED_AFTER_MONTHS} from "../../../statistics/silence.ts";
import {SLA_MONTHS, STALLED_AFTER_MONTHS} from "../../../statistics/status.ts";
import {FREQUENCIES} from "../../../statistics/time/frequency.ts";
import {type Page, page} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import {withCode} from "../../widgets/code-block.ts";
import {dataTable} from "../../widgets/data-table.ts";
import {inBoth, type Language} from "../../words/language.ts";
import {countText, FREQUENCY_WORDS} from "../../words/wording.ts";

/** "3 months (monthly), 9 months (quarterly) …": months beyond the term. */
function ended(language: Language): string {
  return FREQUENCIES.map(
    (frequency) =>
      `${countText(ENDED_AFTER_MONTHS[frequency], "month", language)} (${FREQUENCY_WORDS[language][frequency]})`,
  ).join(", ");
}

const WORDS = inBoth({
  ru: {
    title: "Методика",
    description: "Как устроены ряды, версии, пересмотры, свежесть и территории.",
    lead: "Как здесь хранятся и оцениваются данные. Опубликованные значения не меняются: они такие, какими их дал источник. Вычисленное здесь отмечено словами «посчитано здесь», с формулой и исходными рядами.",
    contents: "Содержание",
    sections: [
      {
        id: "series",
        head: "Ряд",
        text: [
          "Ряд — одна линия наблюдений: показатель, товар или раздел классификатора, вид показателя, преобразование, единица, частота, территория. Ряды, которые отличаются хотя бы одним из этого, — разные.",
          "Ключ ряда выводится из источника, набора и этих признаков. Он не меняется при перезагрузке и одинаков на любом сервере, где загружен тот же источник.",
        ],
      },
      {
        id: "vintages",
        head: "Версии и пересмотры",
        text: [
          "У каждого значения есть день публикации (`as_of`). Пересмотренное значение не заменяет прежнее: прежнее остаётся доступным на свою дату. Запрос с `as_of` показывает данные, какими они были известны тогда.",
          "Пересмотр — это оценка, которая отличается от предыдущей для того же ряда и периода. Повторная публикация того же числа пересмотром не считается. Значение, которого нет в новом выпуске, остаётся прежним.",
        ],
      },
      {
        id: "periods",
        head: "Периоды",
        text: [
          "Период обозначен первым днём: месяц\u00a0— его первое число, квартал — 1\u00a0января, апреля, июля или октября, год — 1\u00a0января. В недельных наборах период — дата регистрации цен из бюллетеня; неделя, которой ещё нет в календаре, датируется через семь дней после предыдущей.",
        ],
      },
      {
        id: "status",
        head: "Свежесть",
        text: [
          "Если к дню, который объявил источник, или к концу обычного ритма его выпусков новый выпуск не загружен, набор «молчит дольше обычного». Это раньше срока.",
          "Набор запаздывает, если от конца последнего периода до сегодняшнего дня прошло больше срока для его периодичности; для годовых данных срок считается с 31\u00a0декабря. Архивные наборы не запаздывают.",
          `Если срок прошёл больше чем на ${ended("ru")}, о наборе сказано «новых данных здесь нет»: источник перестал публиковать, или новее сюда не загрузили. Сервис этого не различает. В API такой набор остаётся запаздывающим (\`overdue\`), молчащий — свежим (\`fresh\`), а ряды обоих — \`active\`, если не отстали от своего набора.`,
          "Ряд не обновляется, если он отстал от последнего периода своего набора той же частоты больше порога. С сегодняшним днём ряд не сравнивается, и ровная линия сама по себе ничего не значит.",
        ],
      },
      {
        id: "breaks",
        head: "Смена кодов и сращивание рядов",
        text: [
          "Когда источник меняет код товара, история продолжается в другом ряду; ряды ссылаются друг на друга. Сервис не сращивает ряды: если методика изменилась, на странице набора указано «сращивать нельзя».",
        ],
      },
      {
        id: "territories",
        head: "Территории",
        text: [
          "Уровни: страна, федеральные округа, экономические районы, субъекты федерации, города и части субъектов. У территории есть код источника (ОКАТО) и единый код вида RU-77. По стране бывает два ряда с разной методикой: они различаются названием территории.",
          "Тюменская и Архангельская области могут включать свои автономные округа, которые показаны и отдельно: перед сложением проверьте.",
        ],
      },
      {
        id: "evidence",
        head: "Откуда взято значение",
        text: [
          "Для каждого ряда известны выпуски: день публикации, файл источника, его отпечаток SHA-256 и разборщик. Файлы хранятся, и любое значение можно получить из них заново; сами файлы не распространяются.",
        ],
      },
    ],
    terms: "Сроки и пороги, месяцев",
    frequency: "Частота",
    term: "Срок набора",
    stalled: "Порог ряда",
    datasets: "Методика наборов",
    datasetsText: "Охват, исключения, классификатор и примечания — на странице каждого набора.",
    all: "Все наборы данных",
  },
  en: {
    title: "Methodology",
    description: "How series, vintages, revisions, freshness and territories work.",
    lead: "How data are stored and assessed here. Published values are never changed: they are as the source gave them. What is computed here is marked “computed here”, with its formula and input series.",
    contents: "Contents",
    sections: [
      {
        id: "series",
        head: "Series",
        text: [
          "A series is one line of observations: indicator, product or section of a classifier, measure, transformation, unit, frequency, territory. Series that differ in any of these are different ones.",
          "The key of a series follows from its provider, dataset and these dimensions. Loading again does not change it, and it is the same on every server that holds the same source.",
        ],
      },
      {
        id: "vintages",
        head: "Vintages and revisions",
        text: [
          "Every value has its day of publication (`as_of`). A revised value does not replace the earlier one, which remains available for its date. A request with `as_of` shows the data as they were known then.",
          "A revision is an estimate that differs from the one before it for the same series and period. Republishing a number is not a revision. A value that is missing from a new release stays as it was.",
        ],
      },
      {
        id: "periods",
        head: "Periods",
        text: [
          "A period is named by its first day: a month by its first, a quarter by 1\u00a0January, April, July or October, a year by 1\u00a0January. In weekly datasets the period is the day of price registration from the bulletin; a week that is not in the calendar yet is dated seven days after the previous one.",
        ],
      },
      {
        id: "status",
        head: "Freshness",
        text: [
          "When no new release is loaded by the day that the publisher announced, or by the end of the usual rhythm of its releases, a dataset is “silent for longer than usual”. That comes before the term.",
          "A dataset is overdue when more months have passed from the end of its latest period to today than its frequency allows; a year counts from 31\u00a0December, also for data as of 1\u00a0January. Archival datasets are never overdue.",
          `When the term has passed by more than ${ended("en")}, the dataset has “no newer values here”: its publisher has stopped, or nothing newer was loaded here. The service cannot tell which. In the API such a dataset stays \`overdue\`, a silent one \`fresh\`, and the series of both \`active\` unless they trail their dataset.`,
          "A series is stalled when it trails the latest period of its dataset at the same frequency by more than the threshold. It is never compared with today's date, and a flat line alone means nothing.",
        ],
      },
      {
        id: "breaks",
        head: "Changes of code, and splicing series",
        text: [
          "When a source changes the code of a product, its history continues in another series; each links to the other. Nothing is spliced here: where methodology has diverged, the page of the dataset says “must not be spliced”.",
        ],
      },
      {
        id: "territories",
        head: "Territories",
        text: [
          "Levels: country, federal districts, economic regions, regions, cities and parts of regions. A territory has the code of its source (OKATO) and one code of the form RU-77. For the country there may be two series that differ in methodology: the name of the territory tells them apart.",
          "The values of Tyumen and Arkhangelsk Regions may include their autonomous areas, which are also listed separately: check before adding them up.",
        ],
      },
      {
        id: "evidence",
        head: "Where a value comes from",
        text: [
          "Every series lists its releases: the day of publication, the source file, its SHA-256 fingerprint and the parser. Files are archived, so any value can be derived from them again; the files themselves are not distributed.",
        ],
      },
    ],
    terms: "Terms and thresholds, months",
    frequency: "Frequency",
    term: "Term of a dataset",
    stalled: "Threshold of a series",
    datasets: "Methodology of datasets",
    datasetsText: "Coverage, exclusions, classifier and notes are listed on each dataset's page.",
    all: "All datasets",
  },
});

type Words = (typeof WORDS)["ru"];

export const methodologyPage: Page = {
  path: "/methodology",
  draw(visit) {
    const {language} = visit;
    const words = WORDS[language];
    return page({
      title: words.title,
      description: words.description,
      main: html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
<nav aria-label="${words.contents}"><ul class="contents">
${words.sections.map(
  ({id, head}) => html`<li><a href="#${id}">${head}</a></li>\n`,
)}<li><a href="#datasets">${words.datasets}</a></li>
</ul></nav>
${words.sections.map(
  ({id, head, text}) => html`<h2 id="${id}">${head}</h2>
${text.map((line) => html`<p>${withCode(line)}</p>\n`)}${id === "status" && terms(words, language)}`,
)}
<h2 id="datasets">${words.datasets}</h2>
<p>${words.datasetsText} <a href="${visit.link("/datasets")}">${words.all}</a></p>`,
    });
  },
};

function terms(words: Words, language: keyof typeof WORDS): Html {
  return dataTable({
    caption: words.terms,
    captioned: true,
    columns: [
      {head: words.frequency, whole: true},
      {head: words.term, number: true},
      {head: words.stalled, number: true},
    ],
    rows: FREQUENCIES.map((frequency) => [
      html`${FREQUENCY_WORDS[language][frequency]} <code>${frequency}</code>`,
      SLA_MONTHS[frequency],
      STALLED_AFTER_MONTHS[frequency],
    ]),
  });
}
