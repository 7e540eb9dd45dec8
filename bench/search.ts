// `npm run bench:search`: the quality of the answers to the judged questions, and the speed of a search over a million series.
//
// For the questions set aside only two figures are printed, never single questions, so that no one tunes with them. Writes search-results.json,
// from which `npm run docs` makes a part of docs/performance.md.
import {fileURLToPath} from "node:url";
import {parseArgs} from "node:util";
import {describeMachine} from "./results.ts";
import {judgeSearch, judgeSources} from "./search-judged.ts";
import {type SearchResults, writeSearchResults} from "./search-results.ts";
import {measureSearchSpeed} from "./search-speed.ts";
import {createProgress, createWorkFolder} from "./work-folder.ts";

const {values: options} = parseArgs({
  options: {
    all: {type: "boolean", default: false},
    dry: {type: "boolean", default: false},
  },
});
const machine = describeMachine();
const work = createWorkFolder();
const progress = createProgress(process.stderr);
try {
  const warehouses = await judgeSearch(work, options.all, (line) => progress.show(line));
  const sources = await judgeSources(work, (line) => progress.show(line));
  if (sources !== null) warehouses.push(sources);
  const speed = measureSearchSpeed((series) => progress.show(`indexing: ${series} series`));
  const results: SearchResults = {day: new Date().toISOString().slice(0, 10), machine, warehouses, speed};
  progress.clear();
  print(results);
  const path = fileURLToPath(new URL("search-results.json", import.meta.url));
  if (!options.dry) writeSearchResults(path, results);
} finally {
  progress.clear();
  work.remove();
}

function print({warehouses, speed}: SearchResults): void {
  for (const {name, datasets, series, missing, judged} of warehouses) {
    console.log(`over ${name}: ${datasets} datasets, ${series} series`);
    for (const file of missing) console.log(`  missing: ${file}`);
    for (const {part, questions, recallAt5, meanReciprocalRank} of judged) {
      const figures = `recall@5 ${recallAt5.toFixed(3)}, MRR ${meanReciprocalRank.toFixed(3)}`;
      console.log(`  ${part.padEnd(5)} ${String(questions).padStart(3)} questions: ${figures}`);
    }
  }
  console.log(
    `over ${speed.series} series (${speed.families} families, ${speed.datasets} datasets, ${speed.words} words), ${speed.questions} questions:\n` +
      `  p50 ${speed.p50.toFixed(3)} ms, p99 ${speed.p99.toFixed(3)} ms, slowest ${speed.slowest.toFixed(1)} ms: ${speed.slowestQuestion}\n` +
      `  index made in ${speed.buildSeconds.toFixed(2)} s, others kept waiting ${speed.longestSlice.toFixed(1)} ms at most, ${speed.megabytes.toFixed(1)} MB`,
  );
}
