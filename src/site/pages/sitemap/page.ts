// /sitemap.xml with sitemaps of pages, datasets and the series of each dataset, and /robots.txt.

import {createTextChunks} from "../../../formats/body-parts.ts";
import {type RowList, rowsOfColumns} from "../../../statistics/row-list.ts";
import {findDatasets} from "../../../store/datasets/dataset.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import {findSeriesNumber, listSeriesKeys} from "../../../store/series/series.ts";
import type {Steps} from "../../../work/pace.ts";
import {type Answer, file, type Page, PageFault} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {datasetPath} from "../datasets/rows.ts";
import {seriesPath} from "../series/link.ts";

/** The limit of the sitemap protocol for one file. */
const MAX_ADDRESSES = 50_000;

export const sitemapIndex: Page = {
  path: "/sitemap.xml",
  async draw(visit) {
    const overview = await visit.site.store.overview.read();
    const ofSeries = overview.flatMap(({dataset}) =>
      Array.from({length: Math.ceil(dataset.seriesCount / MAX_ADDRESSES)}, (_, part) => ({
        path: `/sitemaps/series${datasetPath(dataset).replace(/^\/datasets/, "")}/${part}`,
        changedAt: dataset.changedAt,
      })),
    );
    const maps = [
      {path: "/sitemaps/pages", changedAt: null},
      {path: "/sitemaps/datasets", changedAt: null},
      ...ofSeries,
    ];
    return xml(html`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${maps.map(
  ({path, changedAt}) =>
    html`<sitemap><loc>${visit.absolute(`${path}.xml`)}</loc>${changedAt !== null && html`<lastmod>${changedAt}</lastmod>`}</sitemap>\n`,
)}</sitemapindex>`);
  },
};

export const pagesSitemap: Page = {
  path: "/sitemaps/pages.xml",
  draw(visit) {
    const listed = [...visit.site.paths].filter(
      (path) => /^\/[a-z/-]*$/.test(path) && !/^\/(?:account|desk)\b/.test(path),
    );
    const undated = listed.map((path) => ({path, changedAt: null}));
    return addresses(visit, undated);
  },
};

export const datasetsSitemap: Page = {
  path: "/sitemaps/datasets.xml",
  async draw(visit) {
    const overview = await visit.site.store.overview.read();
    return addresses(
      visit,
      overview.slice(0, MAX_ADDRESSES).map(({dataset}) => ({path: datasetPath(dataset), changedAt: dataset.changedAt})),
    );
  },
};

export const seriesSitemap: Page = {
  path: "/sitemaps/series/:provider/:code/:part",
  costly: "shared",
  async draw(visit) {
    const {provider = "", code = "", part = ""} = visit.params;
    if (!/^\d{1,5}\.xml$/.test(part)) throw new PageFault(404, "no such sitemap");
    const offset = Number.parseInt(part, 10) * MAX_ADDRESSES;
    const {statistics} = visit.site.store;
    const found = await statistics.readWithRests((q) => readKeys(q, {provider, dataset: code}, offset), visit.budget);
    if (found === null || found.keys.length === 0) throw new PageFault(404, "no such sitemap");
    const {changedAt} = found.dataset;
    return addresses(
      visit,
      rowsOfColumns(found.keys.length, (index) => ({path: seriesPath(found.keys[index]!), changedAt})),
    );
  },
};

function* readKeys(q: Queries, query: {readonly provider: string; readonly dataset: string}, offset: number) {
  const [dataset] = yield* findDatasets(q, query);
  if (dataset === undefined) return null;
  const keys: string[] = [];
  const end = Math.min(MAX_ADDRESSES, dataset.seriesCount - offset);
  let from = yield* findSeriesNumber(q, dataset.id, offset, dataset.seriesCount);
  while (from !== null && keys.length < end) {
    const some = yield* listSeriesKeys(q, dataset.id, from, Math.min(KEYS_READ, end - keys.length));
    keys.push(...some.keys);
    from = some.keys.length === 0 ? null : some.behind;
    yield;
  }
  return {dataset, keys};
}

type Dated = {readonly path: string; readonly changedAt: string | null};

/** Keys read, and addresses written, in one step. */
const KEYS_READ = 1000;
const CHUNK = 200;

async function addresses(visit: Visit, all: RowList<Dated>): Promise<Answer> {
  return file({...XML, body: await visit.withRests(writeAddresses(visit, all))});
}

function* writeAddresses(visit: Visit, all: RowList<Dated>): Steps<Buffer[]> {
  const parts = createTextChunks();
  parts.add(`${HEAD}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`);
  for (let at = 0; at < all.length; at += CHUNK) {
    const some = Array.from(
      all.slice(at, at + CHUNK),
      ({path, changedAt}) =>
        html`<url><loc>${visit.absolute(path)}</loc>${changedAt !== null && html`<lastmod>${changedAt}</lastmod>`}</url>\n`,
    );
    parts.add(html`${some}`.text);
    yield;
  }
  parts.add("</urlset>\n");
  return parts.end();
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const XML = {type: "application/xml; charset=utf-8", kept: "public, max-age=3600"};

function xml(body: Html): Answer {
  return file({...XML, body: `${HEAD}${body.text}\n`});
}

export const robotsFile: Page = {
  path: "/robots.txt",
  draw(visit) {
    const lines = [
      "User-agent: *",
      `Disallow: ${visit.link("/account")}`,
      `Disallow: ${visit.link("/desk/")}`,
      `Disallow: ${visit.link("/api/v1/")}`,
    ];
    if (visit.origin !== "") lines.push(`Sitemap: ${visit.absolute("/sitemap.xml")}`);
    return file({type: "text/plain; charset=utf-8", body: `${lines.join("\n")}\n`});
  },
};
