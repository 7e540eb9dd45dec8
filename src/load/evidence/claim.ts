// What a parser claims of a value, and who may confirm it: another way from the locator to the bytes than the parser's own.
import type {Explanation} from "../../evidence.ts";
import type {SeriesDimensions} from "../../statistics/catalogue/series-identity.ts";

export interface Claim extends Explanation {
  readonly value: number;
  readonly series: SeriesDimensions;
  readonly period: number;
}

export interface Doubt {
  readonly claim: Claim;
  /** What is wrong, to stand behind the place: `holds "1,5" and not "1,6"`. */
  readonly reason: string;
}

/** Looks up the places of one file. Claims that come in the order of the file cost one pass over it. */
export interface PlaceLookup {
  confirm(claims: readonly Claim[]): Promise<Doubt[]>;
  close(): Promise<void>;
}
