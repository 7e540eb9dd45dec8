// Reads a message as the source does, and returns the result.
import type {ReleaseMetadata} from "../../../statistics/release/release.ts";
import type {LoadHints} from "../../source.ts";
import {
  emissMessage,
  type FixtureMessage,
  fixtureFile,
  NO_HINTS,
  type RecordingSink,
  recordingSink,
} from "./emiss-message.fixture.ts";
import {fedstat} from "./source.ts";

export async function parsed(
  message: FixtureMessage | string,
  hints: LoadHints = NO_HINTS,
): Promise<RecordingSink & {metadata: ReleaseMetadata}> {
  const sink = recordingSink();
  const file = fixtureFile("data.xml", typeof message === "string" ? message : emissMessage(message));
  const {metadata} = await fedstat.parse([file], hints, sink);
  return {...sink, metadata};
}

export const OKATO = {s_OKATO: {"643": "Российская Федерация", "14000000000": "Белгородская область"}};
