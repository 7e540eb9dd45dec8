// Loads the tables of the site by commands of their own: `ryad describe` and `ryad load` in a child process, one at a time.
//
// A table is written to a folder that is deleted afterwards. The memory and the time of a parser are those of the child, never of the server.
import {mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import type {Descriptor} from "../../load/described/descriptor/descriptor.ts";
import type {Guess} from "../../load/proposal/guesses.ts";
import type {Preview} from "../../load/proposal/preview.ts";
import type {
  FailedCheck,
  TableLoaded,
  TableLoader,
  TablePreview,
  TableRefused,
  UploadedTable,
} from "../../service/table-loader.ts";
import {createTurns, type EndedCommand, refusalText, runCommand} from "./child-command.ts";

/** @param environment of the server, with the place of its store */
export function createTableLoader(environment: NodeJS.ProcessEnv): TableLoader {
  const inTurn = createTurns("other tables are being loaded");
  const run = (words: readonly string[]): Promise<EndedCommand> => runCommand(words, environment);

  /** @returns null with the words of the refusal */
  async function describe(path: string, table: UploadedTable): Promise<DescribedTable | TableRefused> {
    const ended = await run(["describe", path, "--json", ...optionsOf(table, DESCRIBED)]);
    if (ended.code !== 0) return {refused: refusalText(ended)};
    const preview = JSON.parse(ended.stdout) as Preview;
    const {questionsOf} = await import("../terminal/open-questions.ts");
    const {proposedDay} = await import("../../load/undated/proposed-day.ts");
    return {...preview, questions: questionsOf(preview.guesses as readonly Guess[], await proposedDay(path, false))};
  }

  return {
    preview: (table) => inTurn(() => withFile(table, (path) => describe(path, table))),
    publish: (table) =>
      inTurn(() =>
        withFile(table, async (path) => {
          const described = await describe(path, table);
          if ("refused" in described) return described;
          const open = described.questions.find(({option}) => option !== null);
          if (open !== undefined) return {refused: open.texts.join("\n")};
          const descriptor = `${path}.descriptor.json`;
          await writeFile(descriptor, await confirmedText(described.descriptor));
          const {publishedAt} = described;
          const isDated = publishedAt === null || (table.answers["published"] ?? "") !== "";
          const day = isDated ? [] : [`--published=${publishedAt}`];
          const words = ["load", path, "--json", "--descriptor", descriptor, ...day, ...optionsOf(table, LOADED)];
          return loadedOf(await run(words));
        }),
      ),
  };
}

interface DescribedTable extends TablePreview {
  readonly publishedAt: string | null;
  readonly descriptor: Descriptor;
}

/** Of the answers, those that each command takes. */
const LOADED = new Set(["provider", "dataset", "published"]);
const DESCRIBED = new Set([
  ...LOADED,
  ...["territory", "territories", "country", "unit", "base", "period", "dates", "years"],
]);

/** One word for each, so that no answer is taken for an option. */
function optionsOf({answers}: UploadedTable, known: ReadonlySet<string>): string[] {
  return Object.entries(answers).flatMap(([name, text]) =>
    known.has(name) && text !== "" ? [`--${name}=${text}`] : [],
  );
}

async function withFile<T>({name, bytes}: UploadedTable, work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "ryad-table-"));
  try {
    const path = join(folder, plainName(name));
    await writeFile(path, bytes, {mode: 0o600});
    return await work(path);
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}

/** The dataset has its code from the name; folders and signs of a shell are no part of it. */
function plainName(name: string): string {
  const last = name.split(/[/\\]/).at(-1)!;
  const plain = last
    .replace(/[^\p{L}\p{N}._ -]+/gu, " ")
    .replace(/^[.\s-]+/, "")
    .slice(-100);
  return plain === "" ? "table" : plain;
}

async function confirmedText(descriptor: Descriptor): Promise<string> {
  const {descriptorText} = await import("../../load/proposal/descriptor-text.ts");
  const {withoutQuestions} = await import("../../load/proposal/guesses.ts");
  const {proposed: _, ...own} = withoutQuestions(descriptor);
  return `${descriptorText(own)}\n`;
}

function loadedOf(ended: EndedCommand): TableLoaded | TableRefused {
  const {stdout} = ended;
  const result = stdout.trim() === "" ? null : (JSON.parse(stdout) as Outcomes);
  const held = result?.held?.[0];
  if (held !== undefined) {
    const failed = held.checks.filter(({required, passed}) => required && !passed);
    return {...namesOf(held), newValues: 0, revisedValues: 0, held: {run: held.run, failed}};
  }
  const release = result?.releases?.[0];
  if (release === undefined) return {refused: refusalText(ended)};
  return {...namesOf(release), newValues: release.new_values, revisedValues: release.revised_values, held: null};
}

interface Named {
  readonly provider: string;
  readonly dataset: string;
  readonly published_at: string;
}

/** The object of `ryad load --json`. */
interface Outcomes {
  readonly releases?: readonly (Named & {readonly new_values: number; readonly revised_values: number})[];
  readonly held?: readonly (Named & {
    readonly run: string;
    readonly checks: readonly (FailedCheck & {readonly required: boolean; readonly passed: boolean})[];
  })[];
}

function namesOf({provider, dataset, published_at: publishedAt}: Named): Pick<TableLoaded, "dataset" | "publishedAt"> {
  return {dataset: `${provider}/${dataset}`, publishedAt};
}
