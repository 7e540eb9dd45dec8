// The account service of a server, asked over a call line: the calls that the parent answers, and the account service that a worker has instead of its own.
//
// Both sides of a call are here, one below the other. A charge that was made for a worker which ended before it knew of it is given back:
// no byte of its answer can have been sent.
import type {EvidenceReader} from "../../../service/evidence.ts";
import type {AdmissionQuery, AdmissionResult} from "../../../store/accounts/admission.ts";
import type {ChargeResult, Charging} from "../../../store/accounts/charges/statements.ts";
import type {AccountService} from "../../../store/served-store.ts";
import type {CallHandler, Channel} from "./call-line.ts";

/** @param onFailed a charge could not be given back */
export function accountProcedures(
  {admission, charges, procedures, addresses, probe}: AccountService,
  evidence: EvidenceReader,
  onFailed: (error: Error) => void,
): Readonly<Record<string, CallHandler>> {
  // biome-ignore lint/suspicious/noExplicitAny: the arguments are those of the same call in remoteAccountService
  const plain = (procedure: (...given: any[]) => Promise<unknown>): CallHandler => ({
    procedure: (given) => procedure(...given),
  });
  return {
    admit: {procedure: async (given) => resultLine(await admission.admit(queryOf(given as AdmissionLine)))},
    charge: {
      procedure: async (given) => chargeResultLine(await charges.charge(chargingOf(given as ChargingLine))),
      undelivered(given, result) {
        const {fits} = chargeResultOf(result as ChargeResultLine);
        if (fits) charges.giveBack(chargingOf(given as ChargingLine)).catch(onFailed);
      },
    },
    giveBack: plain(charges.giveBack),
    used: plain(charges.used),
    play: plain(procedures.play),
    countOf: plain(addresses.count),
    wouldRefuse: plain(addresses.wouldRefuse),
    probe: plain(probe),
    archived: plain(evidence.archived),
    reread: {
      procedure: ([query, asking], lost) =>
        evidence.read(
          query as Parameters<EvidenceReader["read"]>[0],
          lost(),
          asking as Parameters<EvidenceReader["read"]>[2],
        ),
    },
  };
}

/** The account service of the parent. */
export function remoteAccountService(line: Channel): AccountService {
  const call = <T>(name: string, ...given: readonly unknown[]): Promise<T> => line.call(name, given) as Promise<T>;
  return {
    admission: {
      admit: async (query) => judgedOf((await line.call("admit", queryLine(query))) as ResultLine),
      close: async () => {},
    },
    charges: {
      charge: async (charging) =>
        chargeResultOf((await line.call("charge", chargingLine(charging))) as ChargeResultLine),
      giveBack: (charge) => call("giveBack", charge),
      used: (accountId, month) => call("used", accountId, month),
      recall: () => null,
    },
    procedures: {play: (name, ...given) => call("play", name, ...given)},
    addresses: {
      count: (...given) => call("countOf", ...given),
      wouldRefuse: (limit, ip, nowMs) => call("wouldRefuse", limit, ip, nowMs),
    },
    probe: () => call("probe"),
  };
}

// `admit` and `charge` travel as lists: names of fields would take more time than the rest of the line.

type AdmissionLine = readonly [fingerprint: string | null, ip: string, nowMs: number, isGuarded: boolean];

function queryLine({fingerprint, ip, nowMs, isGuarded}: AdmissionQuery): AdmissionLine {
  return [fingerprint, ip, nowMs, isGuarded];
}

function queryOf([fingerprint, ip, nowMs, isGuarded]: AdmissionLine): AdmissionQuery {
  return {fingerprint, ip, nowMs, isGuarded};
}

/** null: wrong; a number: the seconds of a flood. */
type ResultLine =
  | readonly [
      ...(readonly [tokenId: number, accountId: number, plan: string]),
      ...(readonly [openedAt: number, used: number, countedAt: number]),
      ...(readonly [month: string, used: number] | readonly []),
    ]
  | number
  | null;

function resultLine(judged: AdmissionResult): ResultLine {
  if (judged.kind !== "owner") return judged.kind === "flood" ? judged.seconds : null;
  const {tokenId, accountId, plan} = judged.owner;
  const {openedAt, used, countedAt} = judged.window;
  const {month} = judged;
  if (month === null) return [tokenId, accountId, plan, openedAt, used, countedAt];
  return [tokenId, accountId, plan, openedAt, used, countedAt, month.month, month.used];
}

function judgedOf(line: ResultLine): AdmissionResult {
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

type ChargeResultLine = readonly [fits: boolean, used: number];

function chargeResultLine({fits, used}: ChargeResult): ChargeResultLine {
  return [fits, used];
}

function chargeResultOf([fits, used]: ChargeResultLine): ChargeResult {
  return {fits, used};
}

/** The evidence reader of the parent. @param parsers the same program has the same */
export function workerEvidence(line: Channel, parsers: string): EvidenceReader {
  return {
    parsers,
    read: (queries, signal, asking) =>
      line.call("reread", [queries, asking], signal) as ReturnType<EvidenceReader["read"]>,
    archived: (sha256, number) => line.call("archived", [sha256, number]) as ReturnType<EvidenceReader["archived"]>,
    close: async () => {},
  };
}
