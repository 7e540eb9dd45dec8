// `ryad serve`: what it is called with. The server itself is read when it is to serve, so that --help need not wait for it.
import {SETTINGS} from "../../settings.ts";
import {type Command, DATA_OPTION, DONE, type OptionRow} from "../command.ts";

export const ADDRESS_OPTIONS: Readonly<Record<"port" | "host", OptionRow>> = {
  port: {type: "string", value: "N", help: `${SETTINGS.port.help} (${SETTINGS.port.fallback})`},
  host: {type: "string", value: "H", help: `${SETTINGS.host.help} (${SETTINGS.host.fallback})`},
};

export const serve: Command = {
  name: "serve",
  positionals: [],
  options: {data: DATA_OPTION, ...ADDRESS_OPTIONS},
  requiredOptions: [],
  summary: "serves the data folder over HTTP",
  details: [
    "One server holds a data folder; loads, tokens and plans may be changed by other commands meanwhile.",
    "Ready when it prints the line with its address. SIGTERM answers what was sent before it and ends within ten seconds.",
  ],
  async run(call) {
    const {serveUntilSignal} = await import("../serve/serving.ts");
    await serveUntilSignal(call, {});
    return DONE;
  },
};
