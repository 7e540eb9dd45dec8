// /adding-data, for operators: how to load, correct and withdraw data. docs/tidy-package.md has all details.
import {type Page, page} from "../../frame/page.ts";
import {html} from "../../html/html.ts";
import {codeBlock, withCode} from "../../widgets/code-block.ts";
import {inBoth} from "../../words/language.ts";

const WORDS = inBoth({
  ru: {
    title: "Как добавить данные",
    description: "Пакет данных, команда загрузки, исправления и проверка: для администратора сервиса.",
    lead: "Для администратора сервиса. Данные загружают выпусками: папка из двух файлов и одна команда.",
    packageHeading: "1. Пакет",
    describe:
      "Что это за данные. Обязательны только эти четыре поля; день публикации показывает, когда значения стали известны.",
    values: "По одному значению в строке, разделитель «;», «,» или табуляция, десятичная точка или запятая.",
    columns:
      "Ещё столбцы, если нужны: `class`, `measure`, `transformation`, `unit`, `freq`, `week`. Территория\u00a0— кодом ОКАТО (страна 643, Москва 45000000000) или своим кодом с названием в `geo_label`; для другой страны\u00a0— с её кодом в `country` (dataset.json).",
    name: "Цена буханки хлеба",
    loadHeading: "2. Загрузка",
    ofPackage: "папка или она же в .zip",
    ofPublisher: "файл издателя",
    load: "Сервер при этом работает: читатели видят прежнее состояние, пока выпуск не загружен целиком. Для всего, что нельзя прочитать, указаны строка, столбец и причина; программа ничего не угадывает.",
    files: "Файлы ЕМИСС (SDMX-ML) и других поддерживаемых источников загружаются той же командой, как есть.",
    nextHeading: "3. Следующий выпуск",
    next: "Новый пакет с более поздним `published_at`. Изменившиеся значения станут пересмотрами, прежние останутся доступны на свою дату. Тот же пакет ещё раз ничего не меняет.",
    backHeading: "Если выпуск ошибочный",
    back: "Набор станет таким, каким был бы без него; в ленте обновлений это видно.",
    checkHeading: "Проверка и копия",
    check: "`check` сверяет хранилище с исходными файлами, `backup` сохраняет всё в один файл, не останавливая сервер.",
    folder:
      "Команды работают с `./data`; другая папка — `--data ПАПКА`. Полный список: `node_modules/.bin/ryad --help`.",
  },
  en: {
    title: "Adding data",
    description: "For operators: how to write a package of data, load it, correct it and check it.",
    lead: "For operators of the service. Data are loaded as releases: a folder of two files and one command.",
    packageHeading: "1. A package",
    describe:
      "Describes the data. Only these four members are required; the day of publication says when the values became known.",
    values: "One value per line; delimiter “;”, “,” or tab; decimal point or comma.",
    columns:
      "More columns where they are needed: `class`, `measure`, `transformation`, `unit`, `freq`, `week`. A territory is named by its OKATO code (the country 643, Moscow 45000000000), or by a code of your own with its name in `geo_label`; for another country give its code as `country` in dataset.json.",
    name: "Price of a loaf of bread",
    loadHeading: "2. Loading",
    ofPackage: "a folder, or a .zip of one",
    ofPublisher: "a publisher's own file",
    load: "The server keeps running: readers see the earlier state until the whole release is in. Anything that cannot be read is listed by line, column and reason; nothing is guessed.",
    files: "Files of EMISS (SDMX-ML) and other supported sources load with the same command, unchanged.",
    nextHeading: "3. The next release",
    next: "A new package with a later `published_at`. Changed values become revisions; the old ones remain available for their dates. Loading the same package again changes nothing.",
    backHeading: "If a release was wrong",
    back: "The dataset becomes as if the release had never been loaded; the updates page shows it.",
    checkHeading: "Checking, and a copy",
    check:
      "`check` verifies the store against the source files; `backup` writes everything to one file while the server runs.",
    folder:
      "Commands use `./data`; for another folder add `--data DIR`. All commands: `node_modules/.bin/ryad --help`.",
  },
});

const description = (name: string): string => `{
  "provider": "me",
  "dataset": "bread",
  "name": "${name}",
  "published_at": "2026-04-01"
}`;

const OBSERVATIONS = `indicator;geo;period;value
price;45000000000;2026-01;61.20
price;45000000000;2026-02;62
price;40000000000;2026-01;58.5`;

const load = (ofPackage: string, ofPublisher: string): string => `# ${ofPackage}
node_modules/.bin/ryad load path/to/folder
# ${ofPublisher}
node_modules/.bin/ryad load indicator.xml`;

const BACK = `node_modules/.bin/ryad release list me/bread
node_modules/.bin/ryad release withdraw ID`;

const CHECK = `node_modules/.bin/ryad check
node_modules/.bin/ryad backup ryad.tar`;

export const addingDataPage: Page = {
  path: "/adding-data",
  draw({language}) {
    const words = WORDS[language];
    const block = (id: string, name: string, code: string) => codeBlock(id, name, code, language);
    return page({
      title: words.title,
      description: words.description,
      modules: ["copy"],
      main: html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
<h2>${words.packageHeading}</h2>
<h3><code>dataset.json</code></h3>
<p>${words.describe}</p>
${block("description", "dataset.json", description(words.name))}
<h3><code>observations.csv</code></h3>
<p>${words.values}</p>
${block("observations", "observations.csv", OBSERVATIONS)}
<p class="hint">${withCode(words.columns)}</p>
<h2>${words.loadHeading}</h2>
${block("load", "ryad load", load(words.ofPackage, words.ofPublisher))}
<p>${words.load}</p>
<p>${words.files}</p>
<h2>${words.nextHeading}</h2>
<p>${withCode(words.next)}</p>
<h2>${words.backHeading}</h2>
${block("back", "ryad release", BACK)}
<p>${words.back}</p>
<h2>${words.checkHeading}</h2>
${block("check", "ryad check", CHECK)}
<p>${withCode(words.check)}</p>
<p class="quiet">${withCode(words.folder)}</p>`,
    });
  },
};
