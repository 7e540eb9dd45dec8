// Environment variables that look like a setting but are not.
//
// Each is a warning, never a refusal: the environment belongs to the machine, and other programs may use it too.
import {findNearName} from "../near-name.ts";
import {SETTINGS} from "../settings.ts";

/** Variables of others: the token in a reader's own scripts, as the documents name it, and variables of tests. */
const OF_OTHERS = /^RYAD_(TOKEN$|TEST_|CUTS)/;

/** One line for each, with the setting that was probably meant. */
export function unknownVariables(environment: Readonly<Record<string, unknown>>): string[] {
  const known = Object.values(SETTINGS).map((row) => row.environment as string);
  return Object.keys(environment)
    .filter((name) => name.startsWith("RYAD_") && !known.includes(name) && !OF_OTHERS.test(name))
    .map((name) => {
      // RYAD_LOG_LEVEL means RYAD_LOG, and RYAD_SMTP RYAD_SMTP_URL
      const longer = known.find((one) => name.startsWith(`${one}_`) || one.startsWith(`${name}_`));
      const meant = findNearName(name, known) ?? longer ?? null;
      const advice = meant === null ? "ryad settings lists them" : `${meant} was probably meant`;
      return `${name} is not a setting and is ignored; ${advice}`;
    });
}
