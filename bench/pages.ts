// Pages of random series: the time of one page, and its bytes with everything that it loads.
//
// The time is that of the reader, from the request to the last byte over one keep-alive connection on the same machine, so a little more than
// the server's own time. The bytes are those of a first visit, in the coding that a browser accepts, without the data of the chart.
import {Agent, type IncomingHttpHeaders} from "node:http";
import {quantile} from "./results.ts";
import {ask, type MeasuredServer, withServer} from "./server.ts";
import {randomNumbers} from "./source-files.ts";
import type {Bench, Subject} from "./subject.ts";
import {benchSeriesKey, SERIES_A_DATASET} from "./warehouse.ts";
import {processorSeconds} from "./work-folder.ts";

/** Not counted, because the code is still being compiled. */
const WARM_UP_PAGES = 200;
/** Russian and English pages in turn. */
const languageOf = (nth: number): IncomingHttpHeaders => ({"accept-language": nth % 2 === 0 ? "ru" : "en"});
const PLAIN = {"accept-language": "ru"};
const BROWSER = {"accept-language": "ru", "accept-encoding": "gzip, deflate, br, zstd"};

export const pages: Subject = {
  name: "pages",
  needs: [],
  async run(bench) {
    const {warehouses, scale} = bench;
    const {folder, datasets} = await warehouses.at(scale.series);
    const random = randomNumbers(15);
    const randomPath = (): string =>
      `/series/${benchSeriesKey(Math.floor(random() * datasets), Math.floor(random() * SERIES_A_DATASET))}`;
    await withServer(bench, folder, {}, async (server) => {
      const agent = new Agent({keepAlive: true, maxSockets: 1});
      for (let nth = 0; nth < WARM_UP_PAGES; nth++) await ask(agent, server.origin + randomPath(), languageOf(nth));
      const before = processorSeconds(server.pid);
      const times: [ru: number[], en: number[]] = [[], []];
      let bytes = 0;
      for (let nth = 0; nth < scale.pages; nth++) {
        if (nth % 50 === 0) bench.progress.show(`pages of series: ${nth} of ${scale.pages}`);
        const {ms, body} = await ask(agent, server.origin + randomPath(), languageOf(nth));
        times[(nth % 2) as 0 | 1].push(ms);
        bytes += body.length;
      }
      const used = before === null ? Number.NaN : processorSeconds(server.pid)! - before;
      const all = times.flat();
      const [ru, en] = times.map((own) => quantile(own, 0.99)) as [number, number];
      bench.report("page-time", Math.max(ru, en), {
        ...{russian: ru, english: en, p50: quantile(all, 0.5), most: Math.max(...all)},
        cpu: (1000 * used) / all.length,
        bytes: bytes / all.length,
        pages: all.length,
        series: scale.series,
      });
      await reportWeight(bench, server, agent, randomPath());
      agent.destroy();
    });
  },
};

async function reportWeight(bench: Bench, server: MeasuredServer, agent: Agent, path: string): Promise<void> {
  const page = await ask(agent, server.origin + path, BROWSER);
  const html = (await ask(agent, server.origin + path, PLAIN)).body.toString();
  const waiting = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, address]) => address!);
  const weights = new Map<string, number>();
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    if (weights.has(address)) continue;
    weights.set(address, (await ask(agent, server.origin + address, BROWSER)).transferred);
    if (!address.endsWith(".js")) continue;
    const text = (await ask(agent, server.origin + address, PLAIN)).body.toString();
    for (const [, name] of text.matchAll(/(?:from\s*|import\s*|import\()"\.\/([\w-]+\.js)"/g))
      waiting.push(address.replace(/[^/]+$/, name!));
  }
  const assets = [...weights.values()].reduce((sum, bytes) => sum + bytes, 0);
  bench.report("page-weight", (page.transferred + assets) / 1000, {
    pageBytes: page.transferred,
    assetBytes: assets,
    files: 1 + weights.size,
  });
}
