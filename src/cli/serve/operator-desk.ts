// The desk of the operator by commands: `ryad desk`, `ryad runs`, `ryad load --accept`, `ryad account …`. Acts have processes of their own,
// looks a thread.
//
// Acts go one after the other; what is only read does not wait for them. An act that takes longer than a page waits goes on, and the page
// says so: the run leaves the desk when it is published, and what it refuses later is noted in the store, for every server.
import type {AccountAct, DeskDecision, DeskDone, DeskRefused, OperatorDesk} from "../../service/operator-desk.ts";
import {createTurns, type EndedCommand, refusalText, runCommand} from "./child-command.ts";
import {createReadingThread} from "./reading-thread.ts";

export interface DeskTimes {
  /** Milliseconds that a page waits for an act. */
  readonly patienceMs: number;
}

const TIMES: DeskTimes = {patienceMs: 20_000};

/** @param environment of the server, with the place of its store */
export function createOperatorDesk(environment: NodeJS.ProcessEnv, {patienceMs}: DeskTimes = TIMES): OperatorDesk {
  const reading = createTurns("the desk is being read");
  const look = createReadingThread(environment);
  const acting = createTurns("another decision is being carried out");
  const read = async <T>(words: readonly string[]): Promise<T | DeskRefused> => {
    const ended = await reading(() => look(words));
    return ended.code === 0 ? (JSON.parse(ended.stdout) as T) : {refused: refusalText(ended)};
  };
  return {
    state: () => read(["desk", "--json"]),
    run: (run) => read(["runs", "--json", `--show=${run}`]),
    accounts: (month) => read(["account", "list", "--json", `--month=${month}`]),
    async decide(decision) {
      const done = acting(() => runCommand(wordsOfDecision(decision), environment));
      const late = Promise.withResolvers<null>();
      const timer = setTimeout(() => late.resolve(null), patienceMs);
      const ended = await Promise.race([done, late.promise]).finally(() => clearTimeout(timer));
      if (ended !== null) return doneOf(decision, ended);
      done
        .then(async (later) => {
          const {refused} = doneOf(decision, later);
          const words = `${decision.act} of ${decision.runs.join(", ").slice(0, 200)} failed: ${refused}`;
          if (refused !== null) await runCommand(["desk", `--note=${words}`], environment);
        })
        .catch(() => {});
      return {done: 0, isUnderWay: true, refused: null};
    },
    async changeAccount(act) {
      const ended = await acting(() => runCommand(wordsOfAccount(act), environment));
      return ended.code === 0 ? null : {refused: refusalText(ended)};
    },
  };
}

/** One word for each, so that no text is taken for an option. */
function wordsOfDecision({act, runs, by, reason}: DeskDecision): string[] {
  const words = act === "accept" ? ["load", `--accept=${runs.join(",")}`] : ["runs", `--discard=${runs.join(",")}`];
  return [...words, "--json", `--by=${by}`, `--reason=${reason}`];
}

function wordsOfAccount(act: AccountAct): string[] {
  return act.act === "plan" ? ["account", "plan", "--", act.email, act.plan] : ["account", act.act, "--", act.email];
}

/** Of an acceptance the last line is one object, of a discarding each line is a run. What some refuse, others may have done. */
function doneOf({act}: DeskDecision, ended: EndedCommand): DeskDone {
  const lines = ended.stdout.trim() === "" ? [] : ended.stdout.trim().split("\n");
  const accepted = act === "accept" && lines.length > 0 ? (JSON.parse(lines.at(-1)!) as {releases: unknown[]}) : null;
  const done = act === "discard" ? lines.length : (accepted?.releases.length ?? 0);
  const refusal = ended.stderr
    .split("\n")
    .filter((line) => !line.startsWith("given up: "))
    .join("\n");
  return {done, isUnderWay: false, refused: ended.code === 0 ? null : refusalText({...ended, stderr: refusal})};
}
