// GET /api/catalogue.jsonld: every dataset as DCAT, with its licence and the files of its newest version, for portals that harvest it.
//
// It has no values, so it needs no token. It is made step by step, and kept for the state that it was made from. Its tag is that of its text: the last run
// and the folder of files are of one server, and a mirror with the same datasets and files has the same catalogue.
import type {FastifyInstance} from "fastify";
import {CATALOGUE_CONTEXT, dcatDataset} from "../../formats/dataset-file/dcat.ts";
import {readProviders} from "../../reference/reference.ts";
import {dayText} from "../../statistics/time/day.ts";
import type {FilesReader, ListedFiles} from "../../store/dataset-files/files-folder.ts";
import {type DatasetRecord, listDatasets} from "../../store/datasets/dataset.ts";
import {readLastChange} from "../../store/releases/load-run.ts";
import {createPace, type Steps, withRests} from "../../work/pace.ts";
import {ENVELOPE_SCHEMA} from "../errors.ts";
import {clientHasIt, weakEtag} from "../http/headers.ts";
import {publicBase} from "../http/links.ts";
import {METHODS} from "../http/route.ts";
import type {RouteContext} from "../server-context.ts";

const CATALOGUE_PATH = "/api/catalogue.jsonld";
const CATALOGUE_VERSION = 1;
const DATASETS_AT_ONCE = 20;
const RESPONSES: Readonly<Record<number, object>> = {404: ENVELOPE_SCHEMA, 500: ENVELOPE_SCHEMA};
/** Hosts under which the service is known; another one takes the place of the oldest. */
const MOST_BASES = 4;

export function routeCatalogue(server: FastifyInstance, context: RouteContext): void {
  const {store, settings} = context;
  const files = settings.files === "off" ? null : context.files;
  const made = new Map<string, {readonly state: string; readonly body: string; readonly etag: string}>();
  server.route({
    method: METHODS,
    url: CATALOGUE_PATH,
    schema: {response: RESPONSES},
    handler: async (request, reply) => {
      const base = publicBase(settings.publicUrl, request);
      const change = await store.statistics.read((q) => readLastChange(q));
      const listed = (await files?.listState()) ?? null;
      const state = JSON.stringify([CATALOGUE_VERSION, change, listed, base]);
      let known = made.get(base);
      if (known?.state !== state) {
        const body = await makeBody(context, files, base);
        known = {state, body, etag: weakEtag(["catalogue", CATALOGUE_VERSION, body])};
        made.delete(base);
        made.set(base, known);
        if (made.size > MOST_BASES) made.delete(made.keys().next().value!);
      }
      if (clientHasIt(request, reply, known.etag)) return reply.code(304).send();
      return reply.type("application/ld+json; charset=utf-8").send(known.body);
    },
  });
}

async function makeBody({store}: RouteContext, files: FilesReader | null, base: string): Promise<string> {
  const datasets = await store.statistics.read((q) => listDatasets(q));
  const listed = new Map<string, ListedFiles>();
  const pace = createPace("visitor");
  for await (const one of files?.list() ?? []) {
    listed.set(`${one.provider_code}/${one.dataset_code}`, one);
    if (pace.isOver()) await pace.letOthersIn();
  }
  return withRests(writeBody(datasets, listed, base), pace);
}

function* writeBody(
  datasets: readonly DatasetRecord[],
  listed: ReadonlyMap<string, ListedFiles>,
  base: string,
): Steps<string> {
  const rows: string[] = [];
  for (const [nth, dataset] of datasets.entries()) {
    const own = listed.get(`${dataset.provider}/${dataset.code}`);
    rows.push(JSON.stringify(dcatDataset(base, describe(dataset, own))));
    if (nth % DATASETS_AT_ONCE === 0) yield;
  }
  const head = {
    "@context": CATALOGUE_CONTEXT,
    "@id": `${base}${CATALOGUE_PATH}`,
    "@type": "dcat:Catalog",
    "dct:title": "Ryad",
    "foaf:homepage": {"@id": `${base}/`},
  };
  return `${JSON.stringify(head).slice(0, -1)},"dcat:dataset":[${rows.join(",\n")}]}\n`;
}

function describe(dataset: DatasetRecord, listed: ListedFiles | undefined) {
  const {provider, code, name, changedAt, sourceUrl, spans} = dataset;
  const known = readProviders().get(provider);
  return {
    ...{provider, code, name, changedAt, sourceUrl},
    providerName: known?.names.en ?? provider,
    first: spans.length === 0 ? null : dayText(Math.min(...spans.map(({first}) => first))),
    last: spans.length === 0 ? null : dayText(Math.max(...spans.map(({last}) => last))),
    licence: listed?.licence ?? known?.licence ?? null,
    files: listed?.files ?? [],
  };
}
