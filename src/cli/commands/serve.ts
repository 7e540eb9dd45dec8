// `ryad serve`, `ryad start`, which `npm start` runs, and `ryad settings`, which prints each setting as a command with the same options would
// use it. The server is imported when it starts, so that --help does not wait for it.
import {SETTINGS, type SettingRow} from "../../settings/setting-rows.ts";
import {settingText} from "../../settings/settings.ts";
import {type Command, DATA_OPTION, DONE, JSON_OPTION, type OptionRow, option} from "../command.ts";
import {printRows} from "../terminal/text-table.ts";

/** Separate from the data folder, so that demo figures never mix with real ones. */
export const SAMPLE_FOLDER = "./data/sample";

const ADDRESS_OPTIONS: Readonly<Record<"port" | "host" | "workers", OptionRow>> = {
  port: option("N", `${SETTINGS.port.help} (${SETTINGS.port.fallback})`),
  host: option("H", `${SETTINGS.host.help} (${SETTINGS.host.fallback})`),
  workers: option("N", SETTINGS.workers.help),
};

export const serve: Command = {
  name: "serve",
  options: {data: DATA_OPTION, ...ADDRESS_OPTIONS},
  summary: "serves the data folder over HTTP",
  details: [
    "One server uses a data folder at a time; other commands may load data and change tokens and plans meanwhile.",
    "Workers answer on every core, and their parent has the accounts: docs/scaling.md. SIGHUP replaces them one after the other; with one worker, which has no parent, it ends the service.",
    "Ready when it prints the line with its address. On SIGTERM it answers the requests already sent and ends within ten seconds.",
  ],
  async run(call) {
    const {serveUntilSignal} = await import("../serve/serving.ts");
    await serveUntilSignal(call, {});
    return DONE;
  },
};

export const start: Command = {
  name: "start",
  options: {port: ADDRESS_OPTIONS.port, host: ADDRESS_OPTIONS.host},
  summary: `serves the sample warehouse (in ${SAMPLE_FOLDER}) and prints a token to try it`,
  details: ["The first start builds it from the packages in samples/, which takes a few seconds."],
  async run(call) {
    // Log lines for each request would hide the examples on the terminal.
    const log = call.environment["RYAD_LOG"] ? call.settings.log : "error";
    const settings = {
      ...call.settings,
      dataFolder: SAMPLE_FOLDER,
      databaseUrl: null,
      log,
      // It starts sooner, and the terminal shows the letters of one process.
      workers: 1,
    };
    const {serveUntilSignal} = await import("../serve/serving.ts");
    const {prepareSample, sampleRequests} = await import("../samples/sample-warehouse.ts");
    call.say(
      `the sample is in ${SAMPLE_FOLDER}; RYAD_DATA and RYAD_DATABASE_URL are of ryad serve and do not change that`,
    );
    const token = await prepareSample(settings, call.note);
    await serveUntilSignal(
      {...call, settings},
      {
        showLetters: call.say,
        async whenReady(_store, address) {
          call.say("");
          call.say(`token: ${token}`);
          call.say("");
          call.say("Three requests to try:");
          for (const {purpose, command} of sampleRequests(address, token)) {
            call.say("");
            call.say(`# ${purpose}`);
            call.say(command);
          }
          call.say("");
          call.say(`In a browser: ${address} (every route: ${address}/api/docs). Mail of the sample is shown here.`);
          call.say("Every step to a chart: docs/first-five-minutes.md. Ctrl+C ends the service.");
        },
      },
    );
    return DONE;
  },
};

export const settings: Command = {
  name: "settings",
  options: {
    data: DATA_OPTION,
    ...ADDRESS_OPTIONS,
    json: JSON_OPTION,
  },
  summary: "prints each setting with its value and its origin",
  details: [
    "The origin is option, environment or default. A password in an address is shown as ***.",
    "A variable RYAD_… that is not a setting is a warning on standard error.",
  ],
  async run(call) {
    const {options, environment} = call;
    const rows = Object.values<SettingRow>(SETTINGS).map((row) => {
      const {value, from} = settingText(row, environment, options);
      return {setting: row.environment, value: value === null ? null : maskPassword(value), from};
    });
    return printRows(call, rows);
  },
};

/** The output may be sent to others. A password may contain characters that should be escaped, so it ends at the last @ of the address. */
function maskPassword(text: string): string {
  return text.replace(/^(\w+:\/\/[^:/@]*:).*@/s, "$1***@").replace(/([?&](?:ssl)?password=)[^&]*/gi, "$1***");
}
