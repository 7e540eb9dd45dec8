// The process that loads bombs, one after another: it tells the verdict on each and the most memory that it had. The bombs are made by another
// process.
import {loadPath} from "../../src/load/run.ts";
import {Refusal} from "../../src/service/refusal.ts";
import {openStore} from "../../src/store/open.ts";
import {forgetPeak, peakBytes} from "./processor-time.ts";

process.on("message", async ([path, dataFolder, dataset]: [string, string, string]) => {
  const store = await openStore({dataFolder});
  const hints = {
    provider: null,
    dataset: dataset || null,
    publishedAt: /\.(zip|json|xml)$/.test(path) ? null : "2024-01-01",
  };
  const verdict = await loadPath(store, path, hints).then(
    ({held}) => (held === null ? "loaded" : "held"),
    (error) => (error instanceof Refusal ? `refused: ${error.message}` : `failed: ${error}`),
  );
  await store.close();
  const most = peakBytes();
  process.send!({verdict, peakBytes: most, leftBytes: forgetPeak()});
});
