// The example of a client's README, to be run against the live service: what a README shows has to work.
import {readFileSync} from "node:fs";
import {join} from "node:path";

/** The first block of code; its service becomes the one of RYAD_URL and RYAD_TOKEN. */
export function exampleOf(client: "python" | "r" | "typescript"): string {
  const text = readFileSync(join(import.meta.dirname, "../../../clients", client, "README.md"), "utf8");
  const [, code = ""] = /```\w+\n(.*?)```/s.exec(text)!;
  const [service] = /(?<=[Rr]yad\()"https:[^)]*(?=\))/.exec(code) ?? [];
  if (service === undefined) throw new Error(`the example of ${client} names no service`);
  return code.replace(service, "");
}
