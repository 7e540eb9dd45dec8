// /plans: the plans and the limits of requests, from the constants that the api applies.
import {ANSWER_LIMITS, PLANS, type Plan} from "../../../access/account.ts";
import {type Page, page} from "../../frame/page.ts";
import {html} from "../../html/html.ts";
import {withCode} from "../../widgets/code-block.ts";
import {dataTable} from "../../widgets/data-table.ts";
import {type InBoth, inPairs} from "../../words/language.ts";
import {numberText} from "../../words/wording.ts";

const WORDS = inPairs({
  title: ["Тарифы и лимиты", "Plans and limits"],
  description: [
    "Сколько значений в месяц и запросов в минуту доступно на каждом тарифе.",
    "How many values a month and requests a minute each plan allows.",
  ],
  lead: [
    "Считаются выданные значения, а не запросы. Справочники, поиск и ответы 304 значений не расходуют.",
    "Values returned are counted, not requests. Reference lists, search and 304 answers use no values.",
  ],
  plan: ["Тариф", "Plan"],
  values: ["Значений в месяц", "Values a month"],
  requests: ["Запросов в минуту", "Requests a minute"],
  unlimited: ["без ограничения", "no limit"],
  change: ["Чтобы сменить тариф, напишите администратору.", "To change your plan, write to the operator."],
  write: ["Напишите нам", "Write to us"],
  countedHeading: ["Как считается", "How it is counted"],
  counted: [
    [
      "Лимиты общие для всех токенов одного кабинета. Минута — 60 секунд с первого запроса, месяц — календарный по UTC.",
      "Запрос больше остатка месяца отклоняется целиком и ничего не расходует. Отклонённый запрос и ответ 304 бесплатны.",
      "Если ответ прервался из-за ошибки сервера (5xx), списанное возвращается.",
      "Остаток показывают заголовки `X-Quota-Values-Remaining` и `X-RateLimit-Remaining-Minute` в каждом ответе; при отказе 429 в `Retry-After` указано, сколько секунд ждать.",
    ],
    [
      "All tokens of one account share its limits. A minute is 60 seconds from the first request, a month is the calendar month in UTC.",
      "A request larger than the rest of the month is refused whole and uses nothing. A refused request and a 304 answer are free.",
      "If an answer fails through our fault (5xx), its charge is returned.",
      "Every answer shows the rest of your limits in the headers `X-Quota-Values-Remaining` and `X-RateLimit-Remaining-Minute`; a 429 refusal gives the seconds to wait in `Retry-After`.",
    ],
  ],
  limitsHeading: ["Пределы одного запроса", "Limits of one request"],
  limit: ["Что", "What"],
  most: ["Не больше", "At most"],
  normally: ["По умолчанию", "By default"],
  limits: {
    sliceSeries: ["рядов на странице среза", "series on a page of a slice"],
    lastValues: ["последних значений каждого ряда (`last`)", "latest values of each series (`last`)"],
    namedSeries: ["рядов, названных ключами", "series named by their keys"],
    panelDays: ["дней панели", "days of a panel"],
    sliceValues: ["значений на странице среза", "values on a page of a slice"],
    sliceJsonBytes: ["байт в странице среза в JSON", "bytes of a page of a slice in JSON"],
    sdmxValues: ["значений в ответе SDMX", "values of an answer of SDMX"],
    foundSeries: ["рядов в поиске", "series in search"],
    foundOffset: ["рядов перед страницей поиска", "series before a page of search"],
    foundConcepts: ["показателей в поиске", "indicators in search"],
    observations: ["значений одного ряда", "values of one series"],
    changeItems: ["изменений в ответе ленты изменений", "items of an answer of the feed of changes"],
    updateRows: ["строк в ленте загрузок", "rows of the feed of updates"],
    releaseRows: ["выпусков на странице списка", "releases on a page of their list"],
    releaseHeadlines: ["значений в карточке выпуска", "headlines on the card of a release"],
    calendarRows: ["строк в календаре выпусков", "rows of the release calendar"],
    odataRows: ["строк на странице OData", "rows on a page of OData"],
    odataSeries: ["рядов на странице OData", "series on a page of OData"],
    odataPreviewRows: ["строк OData без условия на набор данных", "rows of OData without a dataset"],
  },
  machine: ["То же для программ", "The same for programs"],
});

export const PLAN_NAMES: InBoth<Readonly<Record<Plan["code"], string>>> = inPairs({
  free: ["Бесплатный", "Free"],
  academic: ["Академический", "Academic"],
  business: ["Коммерческий", "Commercial"],
  owner: ["Владелец", "Owner"],
});

export const plansPage: Page = {
  path: "/plans",
  draw(visit) {
    const {language} = visit;
    const words = WORDS[language];
    const number = (value: number): string => numberText(value, language);
    const plans = PLANS.filter(({code}) => code !== "owner");
    return page({
      title: words.title,
      description: words.description,
      main: html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
${dataTable({
  caption: words.title,
  narrow: "stacked",
  columns: [{head: words.plan}, {head: words.values, number: true}, {head: words.requests, number: true}],
  rows: plans.map((plan) => [
    html`${PLAN_NAMES[language][plan.code]} <code>${plan.code}</code>`,
    plan.valuesPerMonth === null ? words.unlimited : number(plan.valuesPerMonth),
    number(plan.requestsPerMinute),
  ]),
})}
<p>${words.change} <a href="${visit.link("/contact")}">${words.write}</a>.</p>
<h2>${words.countedHeading}</h2>
<ul>${words.counted.map((line) => html`<li>${withCode(line)}</li>`)}</ul>
<h2>${words.limitsHeading}</h2>
${dataTable({
  caption: words.limitsHeading,
  columns: [{head: words.limit}, {head: words.most, number: true}, {head: words.normally, number: true}],
  rows: Object.entries(ANSWER_LIMITS).map(([name, {maximum, fallback}]) => [
    words.limits[name as keyof typeof ANSWER_LIMITS],
    number(maximum),
    fallback === null ? "—" : number(fallback),
  ]),
})}
<p class="quiet">${words.machine}: <a href="${visit.link("/api/limits")}"><code>/api/limits</code></a></p>`,
    });
  },
};
