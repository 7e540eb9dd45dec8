// The error pages: the fault in words and the next step. They never show internals.
import {type Html, html} from "../html/html.ts";
import type {Visit} from "../visit/visit.ts";
import {inBoth} from "../words/language.ts";
import {type Drawn, page} from "./page.ts";

const WORDS = inBoth({
  ru: {
    404: {
      title: "Такой страницы нет",
      text: "Возможно, адрес набран с ошибкой, или набор данных убран. Ключи рядов не меняются: по ключу ряд найдётся, если он загружен.",
    },
    400: {title: "Не удалось прочитать запрос", text: "Откройте страницу заново и попробуйте ещё раз."},
    403: {
      title: "Форма устарела",
      text: "Страница с формой была открыта давно, в другом окне или без cookies. Откройте её заново и отправьте ещё раз.",
    },
    410: {
      title: "Ссылка больше не действует",
      text: "Ссылка для входа действует 15 минут и срабатывает один раз. Запросите новую.",
    },
    413: {title: "Слишком много текста", text: "Форма не принимает столько текста. Вернитесь и сократите его."},
    429: {title: "Слишком часто", text: "С вашего адреса пришло слишком много запросов. Подождите и попробуйте снова."},
    503: {
      title: "Сейчас не получается",
      text: "Слишком много запросов одновременно. Попробуйте через несколько секунд.",
    },
    500: {title: "Сервис не смог ответить", text: "Это наша ошибка, она записана в журнал. Попробуйте позже."},
    request: "Номер запроса",
    datasets: "Все наборы данных",
    home: "На главную",
    search: "Поиск рядов",
    find: "Найти",
    nearest: "Похожие адреса",
  },
  en: {
    404: {
      title: "There is no such page",
      text: "The address may be mistyped, or the dataset was removed. Keys of series never change: a key finds its series as long as it is loaded.",
    },
    400: {title: "The request cannot be read", text: "Open the page again and retry."},
    403: {
      title: "The form is out of date",
      text: "The page with the form was opened long ago, in another window or without cookies. Open it again and send it once more.",
    },
    410: {title: "This link has expired", text: "A link works once, within 15 minutes. Ask for a new one."},
    413: {title: "Too much text", text: "The form does not accept that much text. Go back and shorten it."},
    429: {title: "Too many requests", text: "Too many requests came from your address. Wait a while and try again."},
    503: {
      title: "Not possible right now",
      text: "Too many requests at the same time. Try again in a few seconds.",
    },
    500: {title: "The service failed to answer", text: "This is our fault and has been noted. Try again later."},
    request: "Request",
    datasets: "All datasets",
    home: "Home",
    search: "Search series",
    find: "Search",
    nearest: "Similar addresses",
  },
});

/** An address of the site that is like the one that was not found. */
export interface NearAddress {
  readonly path: string;
  readonly name: string;
}

interface ShownFault {
  readonly status: number;
  /** Shown for our own faults, so that a visitor can report it. */
  readonly requestId: string;
  /** Instead of the words of the status. */
  readonly advice?: string | null;
  /** For 404. */
  readonly nearest?: readonly NearAddress[];
}

export function drawFault(visit: Visit, {status, requestId, advice = null, nearest = []}: ShownFault): Drawn {
  const words = WORDS[visit.language];
  const {title, text} = words[status as 404] ?? (status >= 500 ? words[500] : words[400]);
  return page({
    status,
    title,
    unlisted: true,
    main: html`<h1>${title}</h1>
<p class="lead">${advice ?? text}</p>
${status === 404 && searchForm(visit, words)}${
  nearest.length > 0 &&
  html`<h2>${words.nearest}</h2>
<ul>
${nearest.map(({path, name}) => html`<li><a href="${visit.link(path)}">${name}</a></li>\n`)}</ul>\n`
}${status === 500 && html`<p class="quiet">${words.request} <code>${requestId}</code></p>`}
<p><a href="${visit.link("/")}">${words.home}</a> · <a href="${visit.link("/datasets")}">${words.datasets}</a></p>`,
  });
}

/** The last part of the address is the likeliest question. */
function searchForm(visit: Visit, words: {readonly search: string; readonly find: string}): Html {
  const question = wordsOfPath(visit.path).at(-1) ?? "";
  return html`<form class="home-search" role="search" action="${visit.link("/search")}">
<label class="unseen" for="fault-q">${words.search}</label>
<input type="search" id="fault-q" name="q" value="${question.replace(/[_-]+/g, " ")}" placeholder="${words.search}" autocomplete="off" maxlength="200">
<button type="submit">${words.find}</button>
</form>\n`;
}

/** The parts of a path, decoded; those that can't be are left out. */
export function wordsOfPath(path: string): string[] {
  return path.split("/").flatMap((part) => {
    try {
      return part === "" ? [] : [decodeURIComponent(part).slice(0, 100)];
    } catch {
      return [];
    }
  });
}
