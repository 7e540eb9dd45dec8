// `ryad copy`: copies a whole warehouse, with accounts, from a data folder or database into another.

import {resolve} from "node:path";
import {type CopyOutcome, copyWarehouse} from "../../store/files/copy/warehouse.ts";
import type {ProcessLock} from "../../store/files/process-lock.ts";
import {openStore, type StoreLocation} from "../../store/open.ts";
import {counted} from "../../text/counted.ts";
import {type Call, type Command, DONE, flag, option, textOption} from "../command.ts";
import {holdServeLock, refuseMissing} from "../open-store.ts";
import {WrongUsage} from "../parse-call.ts";
import {withProgress} from "../terminal/progress.ts";

const LOCATION = "DATA_OR_URL";

export const copy: Command = {
  name: "copy",
  options: {
    from: option(LOCATION, "data folder or postgres://… that is copied"),
    to: option(LOCATION, "empty data folder or database, or the unfinished copy of an earlier run"),
    json: flag("the last line as JSON, for a program"),
  },
  requiredOptions: ["from", "to"],
  summary: "copies a whole warehouse, between a data folder and PostgreSQL either way",
  details: [
    "Datasets with every vintage, archived files, load runs, accounts, tokens (as fingerprints) and their usage: answers,",
    "ETags and quotas are the same afterwards. Every written row is read again, and the checksum of every history is",
    "verified. A run that is killed leaves an unfinished copy, which no server opens; the same command continues it. Loads may",
    "run meanwhile and are copied too. Servers must not: charges made after the accounts are copied would be lost. A store",
    "with a running server is refused.",
  ],
  async run(call: Call) {
    const [from, to] = [readLocation(call, "from"), readLocation(call, "to")];
    if (from.name === to.name) throw new WrongUsage("--from and --to name the same store", copy);
    if ("dataFolder" in from.location) refuseMissing({...call.settings, databaseUrl: null, ...from.location});
    const locks = [from, to].map(({location}) =>
      "dataFolder" in location ? holdServeLock(location.dataFolder) : null,
    );
    try {
      const outcome = await withProgress(`${from.name} → ${to.name}`, (show) => copyBetween(from, to, show));
      call.say(
        call.options["json"] === true
          ? JSON.stringify({from: from.name, to: to.name, ...outcome})
          : sentence(from, to, outcome),
      );
      return DONE;
    } finally {
      for (const lock of locks as (ProcessLock | null)[]) lock?.release();
    }
  },
};

interface NamedLocation {
  readonly location: StoreLocation;
  /** Without user and password. */
  readonly name: string;
}

function readLocation(call: Call, option: string): NamedLocation {
  const text = textOption(call, option)!;
  if (!/^postgres(?:ql)?:/i.test(text)) {
    const dataFolder = resolve(text);
    return {location: {dataFolder}, name: dataFolder};
  }
  try {
    // PostgreSQL accepts an address without a host, with a folder of sockets behind "?"; URL does not.
    const {host, pathname, searchParams} = new URL(
      text.replace(/@\//, "@localhost/").replace(/:\/\/\//, "://localhost/"),
    );
    return {
      location: {databaseUrl: text},
      name: `database ${pathname.slice(1)} on ${searchParams.get("host") ?? host}`,
    };
  } catch {
    throw new WrongUsage(`--${option} is not an address of PostgreSQL: postgres://user:password@host/database`, copy);
  }
}

async function copyBetween(
  from: NamedLocation,
  to: NamedLocation,
  onProgress: (done: number, total: number) => void,
): Promise<CopyOutcome> {
  const source = await openStore(from.location, {readOnly: true});
  try {
    const target = await openStore(to.location, {unfinishedCopy: true});
    try {
      return await copyWarehouse(source, target, {from: from.name, to: to.name}, onProgress);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

function sentence(from: NamedLocation, to: NamedLocation, outcome: CopyOutcome): string {
  const {datasets, series, files, accounts, tokens, resumed} = outcome;
  const how = resumed ? "continued the copy of" : "copied";
  const things = {dataset: datasets, series: series, file: files, account: accounts, token: tokens};
  const words = Object.entries(things).map(([thing, count]) => counted(count, thing));
  return `${how} ${from.name} to ${to.name}: ${words.join(", ")}; every row read again`;
}
