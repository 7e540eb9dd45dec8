// `ryad start`, what `npm start` runs: the sample warehouse, set up when it is not there yet, served with a token to try it.
//
// The samples live in a folder of their own, so that demo figures never mix with real ones.
import {type Command, DONE} from "../command.ts";
import {prepareSample, SAMPLE_FOLDER, sampleRequests} from "../samples/sample-warehouse.ts";
import {ADDRESS_OPTIONS} from "./serve.ts";

export const start: Command = {
  name: "start",
  positionals: [],
  options: ADDRESS_OPTIONS,
  requiredOptions: [],
  summary: `serves the sample warehouse (in ${SAMPLE_FOLDER}) and prints a token to try it`,
  details: ["The first start builds it from the packages in samples/, which takes a few seconds."],
  async run(call) {
    // a terminal with examples on it is no place for a line per request, unless it was asked for
    const log = process.env["RYAD_LOG"] ? call.settings.log : "error";
    const settings = {...call.settings, dataFolder: SAMPLE_FOLDER, databaseUrl: null, log};
    const {serveUntilSignal} = await import("../serve/serving.ts");
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
