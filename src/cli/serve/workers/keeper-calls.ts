// The keeper of a service, asked over a call line: the calls that the parent answers, and the keeper that a worker has instead of its own.
//
// Both sides of a call are here, one below the other. A charge that was made for a worker which ended before it knew of it is given back:
// no byte of its answer can have been sent.
import type {EvidenceReader} from "../../../evidence.ts";
import type {Charging, Reserved} from "../../../store/accounts/charges.ts";
import type {Keeper} from "../../../store/served-store.ts";
import type {CallHandler, CallLine} from "./call-line.ts";

/** @param onFailed a charge could not be given back */
export function keeperCalls(
  {gate, charges, book, addresses, probe}: Keeper,
  evidence: EvidenceReader,
  onFailed: (error: Error) => void,
): Readonly<Record<string, CallHandler>> {
  // biome-ignore lint/suspicious/noExplicitAny: the arguments are those of the same call in workerKeeper
  const plain = (act: (...given: any[]) => Promise<unknown>): CallHandler => ({act: (given) => act(...given)});
  return {
    judge: plain(gate.judge),
    reserve: {
      act: ([charging]) => charges.reserve(charging as Charging),
      undelivered([charging], reserved) {
        if ((reserved as Reserved).fits) charges.giveBack(charging as Charging).catch(onFailed);
      },
    },
    giveBack: plain(charges.giveBack),
    used: plain(charges.used),
    play: plain(book.play),
    countOf: plain(addresses.count),
    wouldRefuse: plain(addresses.wouldRefuse),
    probe: plain(probe),
    reread: {
      act: ([asked, asking], signal) =>
        evidence.read(
          asked as Parameters<EvidenceReader["read"]>[0],
          signal,
          asking as Parameters<EvidenceReader["read"]>[2],
        ),
    },
  };
}

/** The keeper of the parent. */
export function workerKeeper(line: CallLine): Keeper {
  const call = <T>(name: string, ...given: readonly unknown[]): Promise<T> => line.call(name, given) as Promise<T>;
  return {
    gate: {judge: (asked) => call("judge", asked), close: async () => {}},
    charges: {
      reserve: (charging) => call("reserve", charging),
      giveBack: (charge) => call("giveBack", charge),
      used: (accountId, month) => call("used", accountId, month),
    },
    book: {play: (name, ...given) => call("play", name, ...given)},
    addresses: {
      count: (limit, ip, nowMs) => call("countOf", limit, ip, nowMs),
      wouldRefuse: (limit, ip, nowMs) => call("wouldRefuse", limit, ip, nowMs),
    },
    probe: () => call("probe"),
  };
}

/** The evidence reader of the parent. @param parsers the same program has the same */
export function workerEvidence(line: CallLine, parsers: string): EvidenceReader {
  return {
    parsers,
    read: (asked, signal, asking) => line.call("reread", [asked, asking], signal) as ReturnType<EvidenceReader["read"]>,
    close: async () => {},
  };
}
