// Start to the first search, and memory over that of an empty server after the same questions; both servers in turns.
import {median} from "../results.ts";
import {withServer} from "../server.ts";
import type {Bench} from "../subject.ts";
import {processorSeconds} from "../work-folder.ts";
import type {TreasuryStore} from "./store.ts";
import {createVisitor} from "./visitor.ts";

/** Words of very many names. */
const FIRST_QUESTION = "доходы от продажи";
const SLICES = 50;

interface Started {
  readonly listening: number;
  /** Seconds from the start of the process to the answer of its first search. */
  readonly searched: number;
  /** Of a processor, until then. */
  readonly processor: number;
  /** MB after that search, and after the same searches and slices as on the other side. */
  readonly memory: number;
  readonly memoryAfter: number;
}

export async function measureStart(bench: Bench, {folder, emptyFolder, sizes}: TreasuryStore): Promise<void> {
  const {scale, progress, report} = bench;
  const rounds: Record<"full" | "empty", Started[]> = {full: [], empty: []};
  for (let round = 0; round < scale.rounds; round++) {
    progress.show(`start to the first search, round ${round + 1} of ${scale.rounds}`);
    rounds.full.push(await startOnce(bench, folder, sizes.all, round));
    rounds.empty.push(await startOnce(bench, emptyFolder, [], round));
  }
  const of = (side: "full" | "empty", name: keyof Started): number => median(rounds[side].map((one) => one[name]));
  report("treasury-start", of("full", "searched"), {
    listening: of("full", "listening"),
    processorSeconds: of("full", "processor"),
    emptySearched: of("empty", "searched"),
    emptyProcessorSeconds: of("empty", "processor"),
    slowest: Math.max(...rounds.full.map(({searched}) => searched)),
  });
  report(
    "treasury-memory",
    median(rounds.full.map((one, round) => one.memoryAfter - rounds.empty[round]!.memoryAfter)),
    {
      server: of("full", "memoryAfter"),
      emptyServer: of("empty", "memoryAfter"),
      afterFirstSearch: of("full", "memory"),
      emptyAfterFirstSearch: of("empty", "memory"),
      searches: scale.treasuryAsks,
    },
  );
}

async function startOnce(bench: Bench, folder: string, sizes: readonly number[], seed: number): Promise<Started> {
  return withServer(bench, folder, {profileStart: true}, async (server) => {
    const listening = (performance.now() - server.startedAt) / 1000;
    const visitor = await createVisitor(folder, server.origin, sizes, seed);
    const queryAt = performance.now();
    const took = await visitor.searchFor(FIRST_QUESTION);
    const searched = (queryAt + took - server.startedAt) / 1000;
    const processor = processorSeconds(server.pid) ?? Number.NaN;
    const memory = server.memory()!.now;
    for (let nth = 0; nth < bench.scale.treasuryAsks; nth++) await visitor.search();
    for (let nth = 0; nth < SLICES; nth++) await visitor.page(nth % Math.max(1, sizes.length));
    visitor.leave();
    return {listening, searched, processor, memory, memoryAfter: server.memory()!.now};
  });
}
