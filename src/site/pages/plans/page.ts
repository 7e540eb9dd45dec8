// /plans: the plans and the limits of requests, from the constants that the api applies.
import {ANSWER_LIMITS, PLANS, type Plan} from "../../../access/account.ts";
import {type Page, page} from "../../frame/page.ts";
import {withCode} from "../../widgets/code-block.ts";
import {dataTable} from "../../widgets/data-table.ts";
import {html} from "../../widgets/html.ts";
import {type InBoth, inBoth} from "../../words/language.ts";
import {numberText} from "../../words/wording.ts";

const WORDS = inBoth({
  ru: {
    title: "Тарифы и лимиты",
    description: "Сколько значений в месяц и запросов в минуту доступно на каждом тарифе.",
    lead: "Считаются выданные значения, а не запросы. Справочники, поиск и ответы 304 значений не расходуют.",
    plan: "Тариф",
    values: "Значений в месяц",
    requests: "Запросов в минуту",
    unlimited: "без ограничения",
    change: "Чтобы сменить тариф, напишите администратору.",
    write: "Напишите нам",
    countedHeading: "Как считается",
    counted: [
      "Лимиты общие для всех токенов одного кабинета. Минута — 60 секунд с первого запроса, месяц — календарный по UTC.",
      "Запрос больше остатка месяца отклоняется целиком и ничего не расходует. Отклонённый запрос и ответ 304 бесплатны.",
      "Если ответ прервался из-за ошибки сервера (5xx), списанное возвращается.",
      "Остаток показывают заголовки `X-Quota-Values-Remaining` и `X-RateLimit-Remaining-Minute` в каждом ответе; при отказе 429 в `Retry-After` указано, сколько секунд ждать.",
    ],
    limitsHeading: "Пределы одного запроса",
    limit: "Что",
    most: "Не больше",
    normally: "По умолчанию",
    limits: {
      sliceSeries: "рядов на странице среза",
      sliceValues: "значений на странице среза",
      sliceJsonBytes: "байт в странице среза в JSON",
      foundSeries: "рядов в поиске",
      foundConcepts: "показателей в поиске",
      observations: "значений одного ряда",
      updateRows: "строк в ленте загрузок",
      odataRows: "строк на странице OData",
      odataPreviewRows: "строк OData без условия на набор данных",
    },
    machine: "То же для программ",
  },
  en: {
    title: "Plans and limits",
    description: "How many values a month and requests a minute each plan allows.",
    lead: "Values returned are counted, not requests. Reference lists, search and 304 answers use no values.",
    plan: "Plan",
    values: "Values a month",
    requests: "Requests a minute",
    unlimited: "no limit",
    change: "To change your plan, write to the operator.",
    write: "Write to us",
    countedHeading: "How it is counted",
    counted: [
      "All tokens of one account share its limits. A minute is 60 seconds from the first request, a month is the calendar month in UTC.",
      "A request larger than the rest of the month is refused whole and uses nothing. A refused request and a 304 answer are free.",
      "If an answer fails through our fault (5xx), its charge is returned.",
      "Every answer shows the rest of your limits in the headers `X-Quota-Values-Remaining` and `X-RateLimit-Remaining-Minute`; a 429 refusal gives the seconds to wait in `Retry-After`.",
    ],
    limitsHeading: "Limits of one request",
    limit: "What",
    most: "At most",
    normally: "By default",
    limits: {
      sliceSeries: "series on a page of a slice",
      sliceValues: "values on a page of a slice",
      sliceJsonBytes: "bytes of a page of a slice in JSON",
      foundSeries: "series in search",
      foundConcepts: "indicators in search",
      observations: "values of one series",
      updateRows: "rows of the feed of updates",
      odataRows: "rows on a page of OData",
      odataPreviewRows: "rows of OData without a dataset",
    },
    machine: "The same for programs",
  },
});

export const PLAN_NAMES: InBoth<Readonly<Record<Plan["code"], string>>> = inBoth({
  ru: {free: "Бесплатный", academic: "Академический", business: "Коммерческий", owner: "Владелец"},
  en: {free: "Free", academic: "Academic", business: "Commercial", owner: "Owner"},
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
  isStacked: true,
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
