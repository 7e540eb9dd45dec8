// The keeper of a service, asked over a call line: the calls that the parent answers, and the keeper that a worker has instead of its own.
//
// Both sides of a call are here, one below the other. A charge that was made for a worker which ended before it knew of it is given back:
// no byte of its answer can have been sent.
import type {EvidenceReader} from "../../../service/evidence.ts";
import type {AdmissionQuery, Judged} from "../../../store/accounts/admission.ts";
import type {Charging, Reserved} from "../../../store/accounts/charges/statements.ts";
import type {AccountService} from "../../../store/served-store.ts";
import type {CallHandler, Channel} from "./call-line.ts";

/** @param onFailed a charge could not be given back */
export function accountProcedures(
  {admission, charges, book, addresses, probe}: AccountService,
  evidence: EvidenceReader,
  onFailed: (error: Error) => void,
): Readonly<Record<string, CallHandler>> {
  // biome-ignore lint/suspicious/noExplicitAny: the arguments are those of the same call in workerKeeper
  const plain = (act: (...given: any[]) => Promise<unknown>): CallHandler => ({act: (given) => act(...given)});
  return {
    judge: {act: async (given) => judgedLine(await admission.judge(askedOf(given as AskedLine)))},
    reserve: {
      act: async (given) => reservedLine(await charges.reserve(chargingOf(given as ChargingLine))),
      undelivered(given, reserved) {
        const {fits} = reservedOf(reserved as ReservedLine);
        if (fits) charges.giveBack(chargingOf(given as ChargingLine)).catch(onFailed);
      },
    },
    giveBack: plain(charges.giveBack),
    used: plain(charges.used),
    play: plain(book.play),
    countOf: plain(addresses.count),
    wouldRefuse: plain(addresses.wouldRefuse),
    probe: plain(probe),
    reread: {
      act: ([asked, asking], lost) =>
        evidence.read(
          asked as Parameters<EvidenceReader["read"]>[0],
          lost(),
          asking as Parameters<EvidenceReader["read"]>[2],
        ),
    },
  };
}

/** The keeper of the parent. */
export function remoteAccountService(line: Channel): AccountService {
  const call = <T>(name: string, ...given: readonly unknown[]): Promise<T> => line.call(name, given) as Promise<T>;
  return {
    admission: {
      judge: async (asked) => judgedOf((await line.call("judge", askedLine(asked))) as JudgedLine),
      close: async () => {},
    },
    charges: {
      reserve: async (charging) => reservedOf((await line.call("reserve", chargingLine(charging))) as ReservedLine),
      giveBack: (charge) => call("giveBack", charge),
      used: (accountId, month) => call("used", accountId, month),
      recall: () => null,
    },
    book: {play: (name, ...given) => call("play", name, ...given)},
    addresses: {
      count: (limit, ip, nowMs) => call("countOf", limit, ip, nowMs),
      wouldRefuse: (limit, ip, nowMs) => call("wouldRefuse", limit, ip, nowMs),
    },
    probe: () => call("probe"),
  };
}

// `judge` and `reserve` travel as lists: names of fields would take more time than the rest of the line.

type AskedLine = readonly [fingerprint: string | null, ip: string, nowMs: number, isGuarded: boolean];

function askedLine({fingerprint, ip, nowMs, isGuarded}: AdmissionQuery): AskedLine {
  return [fingerprint, ip, nowMs, isGuarded];
}

function askedOf([fingerprint, ip, nowMs, isGuarded]: AskedLine): AdmissionQuery {
  return {fingerprint, ip, nowMs, isGuarded};
}

/** null: wrong; a number: the seconds of a flood. */
type JudgedLine =
  | readonly [
      ...(readonly [tokenId: number, accountId: number, plan: string]),
      ...(readonly [openedAt: number, used: number, countedAt: number]),
      ...(readonly [month: string, used: number] | readonly []),
    ]
  | number
  | null;

function judgedLine(judged: Judged): JudgedLine {
  if (judged.kind !== "owner") return judged.kind === "flood" ? judged.seconds : null;
  const {tokenId, accountId, plan} = judged.owner;
  const {openedAt, used, countedAt} = judged.window;
  const {month} = judged;
  if (month === null) return [tokenId, accountId, plan, openedAt, used, countedAt];
  return [tokenId, accountId, plan, openedAt, used, countedAt, month.month, month.used];
}

function judgedOf(line: JudgedLine): Judged {
  if (line === null) return {kind: "wrong"};
  if (typeof line === "number") return {kind: "flood", seconds: line};
  const [tokenId, accountId, plan, openedAt, used, countedAt, month, usedInMonth] = line;
  return {
    kind: "owner",
    owner: {tokenId, accountId, plan, revokedAt: null},
    window: {openedAt, used, countedAt},
    month: month === undefined || usedInMonth === undefined ? null : {month, used: usedInMonth},
  };
}

type ChargingLine = readonly [accountId: number, month: string, day: string, values: number, limit: number | null];

function chargingLine({accountId, month, day, values, limit}: Charging): ChargingLine {
  return [accountId, month, day, values, limit];
}

function chargingOf([accountId, month, day, values, limit]: ChargingLine): Charging {
  return {accountId, month, day, values, limit};
}

type ReservedLine = readonly [fits: boolean, used: number];

function reservedLine({fits, used}: Reserved): ReservedLine {
  return [fits, used];
}

function reservedOf([fits, used]: ReservedLine): Reserved {
  return {fits, used};
}

/** The evidence reader of the parent. @param parsers the same program has the same */
export function workerEvidence(line: Channel, parsers: string): EvidenceReader {
  return {
    parsers,
    read: (asked, signal, asking) => line.call("reread", [asked, asking], signal) as ReturnType<EvidenceReader["read"]>,
    close: async () => {},
  };
}
