// Files of web servers: at an address, behind the newest link of a page, or in answer to a form.
import {readFileSync, renameSync} from "node:fs";
import {join} from "node:path";
import {FetchProblem} from "../fetch-problem.ts";
import {fillAddress, lastCycles} from "../sources/dated-address.ts";
import type {FetchSource, SourceForm} from "../sources/source.ts";
import type {AcquiredFile, FetchTarget, FetchVisit} from "./acquired-file.ts";
import {fileName} from "./file-name.ts";
import {type FormFields, gridFields} from "./grid-form.ts";
import {elementsOf, htmlAttribute, linksOf, newestLink, pageText} from "./page-links.ts";

const MOST_PAGE_BYTES = 32 * 2 ** 20;

/** One address, or one for each of the last cycles. */
export function addressTargets({url, each, back, name}: FetchSource, visit: FetchVisit): FetchTarget[] {
  const dates = each === undefined ? [visit.today] : lastCycles(each, back ?? 7, visit.today);
  return dates.map((date) => {
    const address = fillAddress(url!, visit.today, date);
    return {address, acquire: () => getFile(visit, address, name ?? null)};
  });
}

/** The newest link of a page. The page itself is a request of its own. */
export function pageTarget({page, link, name}: FetchSource, visit: FetchVisit): FetchTarget {
  const address = fillAddress(page!, visit.today);
  return {
    address,
    async acquire() {
      const html = await getPage(visit, address);
      const links = linksOf(html.text, html.address);
      const found = newestLink(links, link!);
      if (found !== null) return getFile(visit, found.href, name ?? null);
      throw new FetchProblem("moved", `${address} has ${links.length} links, and none matches ${link}`, {
        hint: "look at the page, and correct `link` of the source",
      });
    },
  };
}

/** A form, after the page that it stands on, if that gives it a token or its fields. */
export function formTarget({form, name}: FetchSource, visit: FetchVisit): FetchTarget {
  const address = fillAddress(form!.url, visit.today);
  return {
    address,
    async acquire() {
      const cookies = new Map<string, string>();
      const fields: (readonly [string, string])[] = [];
      const headers: Record<string, string> = {};
      if (form!.page !== undefined) {
        const page = fillAddress(form!.page, visit.today);
        fields.push(...fieldsOf((await getPage(visit, page, cookies)).text, form!));
        headers["referer"] = page;
      }
      for (const [field, values] of Object.entries(form!.fields ?? {}))
        for (const value of [values].flat()) fields.push([field, fillAddress(String(value), visit.today)]);
      const body =
        form!.body === undefined
          ? new URLSearchParams(fields as [string, string][]).toString()
          : fillAddress(form!.body, visit.today);
      const type = form!.type ?? "application/x-www-form-urlencoded";
      return getFile(visit, address, name ?? null, {post: {body, type}, cookies, headers});
    },
  };
}

function fieldsOf(html: string, {hidden, grid, only}: SourceForm): FormFields {
  const fields = hidden === undefined ? [] : hiddenFields(html, hidden);
  return grid === undefined ? fields : [...fields, ...gridFields(html, grid, only)];
}

function hiddenFields(html: string, id: string): FormFields {
  for (const element of elementsOf(html)) {
    if (htmlAttribute(element, "id") !== id) continue;
    const inputs = [...elementsIn(element)].filter(({tagName}) => tagName === "input");
    return inputs.map((input) => [htmlAttribute(input, "name") ?? "", htmlAttribute(input, "value") ?? ""] as const);
  }
  throw new FetchProblem("refused", `the page has no element "${id}": its layout is another one`, {
    hint: "look at the page, and correct `hidden` of the source",
  });
}

type Element = ReturnType<typeof elementsOf> extends Generator<infer E> ? E : never;

function* elementsIn(element: Element): Generator<Element> {
  for (const child of element.childNodes)
    if ("attrs" in child) {
      yield child;
      yield* elementsIn(child);
    }
}

async function getPage(
  visit: FetchVisit,
  address: string,
  cookies?: Map<string, string>,
): Promise<{readonly text: string; readonly address: string}> {
  const file = join(visit.makeFolder(), "page.html");
  const answer = await visit.request({address, headers: {}, ...(cookies && {cookies})}, file, MOST_PAGE_BYTES);
  return {text: pageText(readFileSync(file), answer.headers["content-type"] ?? ""), address: answer.address};
}

type FormSending = Pick<Parameters<FetchVisit["request"]>[0], "post" | "cookies" | "headers">;

async function getFile(
  visit: FetchVisit,
  address: string,
  given: string | null,
  sending: FormSending = {headers: visit.conditions(address)},
): Promise<AcquiredFile> {
  const folder = visit.makeFolder();
  const file = join(folder, ".answer");
  const answer = await visit.request({address, ...sending}, file);
  if (answer.status === 304) return {...answer, path: null, bytes: null, sha256: null};
  const path = join(folder, fileName(answer.address, answer.headers, given));
  renameSync(file, path);
  return {...answer, path};
}
