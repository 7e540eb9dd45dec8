// What the schema of sources.yaml can't say: one kind for each source, addresses, words of cron, expressions; each fault with its path.
import {datedAddressProblem, httpProblem} from "./dated-address.ts";
import {cronOf, cronProblem} from "./due.ts";
import {type FetchSource, SOURCE_KINDS} from "./source.ts";

/** A fault, with the path of the node that it is about. */
export interface SourceFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The faults of sources that have the form of the schema. Paths begin at the list. */
export function faultsOf(sources: readonly FetchSource[]): SourceFault[] {
  const seen = new Set<string>();
  return sources.flatMap((source, index) => {
    const faults = [...faultsOfOne(source)];
    if (seen.has(source.id)) faults.push({path: ["id"], message: `"${source.id}" is the id of another source too`});
    seen.add(source.id);
    return faults.map(({path, message}) => ({path: [index, ...path], message}));
  });
}

function* faultsOfOne(source: FetchSource): Generator<SourceFault> {
  const kinds = SOURCE_KINDS.filter((kind) => source[kind] !== undefined);
  if (kinds.length !== 1)
    yield {
      path: kinds.length === 0 ? [] : [kinds[1]!],
      message: `a source has one of ${SOURCE_KINDS.join(", ")}, not ${kinds.length === 0 ? "none" : kinds.join(" and ")}`,
    };
  yield* addressFaults(source);
  const {when, link} = source;
  if (when !== undefined && (when.cron === undefined) === (when.after === undefined))
    yield {path: ["when"], message: "has either `cron` or `after`"};
  const cron = when === undefined ? null : cronOf(source);
  const problem = cron === null ? null : cronProblem(cron);
  if (problem !== null) yield {path: ["when"], message: `${cron!.words} ${cron!.zone}: ${problem}`};
  if ((link === undefined) !== (source.page === undefined))
    yield {path: [link === undefined ? "page" : "link"], message: "`page` and `link` go together"};
  const announced = Object.entries(source.announces ?? {});
  if (source.announces !== undefined && announced.length === 0)
    yield {path: ["announces"], message: "names at least one dataset"};
  const expressions = [...(link === undefined ? [] : [[["link"], link] as const]), ...announced.map(withPath)];
  for (const [path, expression] of expressions)
    try {
      new RegExp(expression, "iu");
    } catch (error) {
      yield {path, message: (error as Error).message};
    }
}

function withPath([name, expression]: readonly [string, string]) {
  return [["announces", name], expression] as const;
}

function* addressFaults(source: FetchSource): Generator<SourceFault> {
  const {url, each, form, page, through} = source;
  const problems: readonly (readonly [readonly string[], string | null])[] = [
    [["url"], url === undefined ? null : datedAddressProblem(url, each !== undefined)],
    [["each"], each !== undefined && url === undefined ? "goes with `url`" : null],
    [["back"], source.back !== undefined && each === undefined ? "goes with `each`" : null],
    [["page"], page === undefined ? null : datedAddressProblem(page, false)],
    [["form", "url"], form === undefined ? null : datedAddressProblem(form.url, false)],
    [["form", "page"], form?.page === undefined ? null : datedAddressProblem(form.page, false)],
    [
      ["form"],
      form !== undefined && form.page === undefined && (form.grid ?? form.hidden) !== undefined
        ? "`grid` and `hidden` are of a `page`"
        : null,
    ],
    [["through", "proxy"], through?.proxy === undefined ? null : httpProblem(through.proxy)],
  ];
  for (const [path, problem] of problems) if (problem !== null) yield {path, message: problem};
}
