// `node bin/node.js tools/capture-answers.ts`: the answers of the service to a list of requests (capture/requests.tsv), for a change that
// must not change them: capture before, capture after, compare.
//
//   --to FILE [--data DIR] [--of CHECKOUT]   asks a server over a copy of DIR, or over a store that it builds; CHECKOUT's program
//   --compare FILE_A FILE_B                  prints each difference and exits 1 if there is one
//
// The program that serves builds the store from the same files (capture/built-store.ts). Each load has random identifiers and the time of
// its own, so of a store that is built these, and the entity tags that contain them, are not compared.
import {readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {parseArgs} from "node:util";
import {askOverHttp} from "./capture/ask-over-http.ts";
import type {KeptAnswer} from "./capture/kept-answer.ts";
import {type Difference, differenceText, listDifferences} from "./capture/kept-answer.ts";
import {type ListedRequest, parseRequests, requestName} from "./capture/request-list.ts";
import {serveCopy} from "./capture/served-copy.ts";

const ROOT = join(import.meta.dirname, "..");
const LIST = join(ROOT, "tools/capture/requests.tsv");
const USAGE = "--to FILE [--data DIR] [--of CHECKOUT], or --compare FILE_A FILE_B";

interface Captured {
  readonly request: ListedRequest;
  readonly answer: KeptAnswer;
}

const {values, positionals} = parseArgs({
  allowPositionals: true,
  options: {to: {type: "string"}, data: {type: "string"}, of: {type: "string"}, compare: {type: "boolean"}},
});
const [before, after] = positionals;
if (values.compare === true && before !== undefined && after !== undefined) compare(before, after);
else if (values.to !== undefined && values.compare !== true && before === undefined) await capture(values.to);
else throw new Error(`tools/capture-answers.ts takes ${USAGE}`);

async function capture(file: string): Promise<void> {
  const requests = parseRequests(readFileSync(LIST, "utf8"));
  const accounts = [...new Set(requests.map(({account}) => account))];
  const served = await serveCopy(values.of ?? ROOT, values.data ?? null, accounts);
  try {
    const answers = await askOverHttp(served, requests, values.data === undefined);
    const lines = requests.map((request, at) => JSON.stringify({request, answer: answers[at]!} satisfies Captured));
    writeFileSync(file, `${lines.join("\n")}\n`);
    console.log(`${lines.length} answers in ${file}`);
  } finally {
    await served.stop();
  }
}

function compare(fileA: string, fileB: string): void {
  const [was, is] = [readCaptured(fileA), readCaptured(fileB)];
  let differing = 0;
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const differences = differencesOf(was.get(name), is.get(name));
    for (const difference of differences) console.log(`${name}: ${differenceText(difference)}`);
    if (differences.length > 0) differing++;
  }
  console.log(`${differing} of ${was.size} answers differ`);
  process.exitCode = differing === 0 ? 0 : 1;
}

function differencesOf(was: KeptAnswer | undefined, is: KeptAnswer | undefined): Difference[] {
  if (was !== undefined && is !== undefined) return listDifferences(was, is);
  return [{at: "answer", was: was?.status, is: is?.status}];
}

function readCaptured(file: string): Map<string, KeptAnswer> {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  return new Map(
    lines.map((line) => {
      const {request, answer} = JSON.parse(line) as Captured;
      return [`${requestName(request)} ${JSON.stringify(request.headers)}`, answer];
    }),
  );
}
