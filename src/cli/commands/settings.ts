// `ryad settings`: each setting as a command with the same options would use it, with the origin of its value.
//
// The output may be sent to others: a password in an address is never shown.
import {SETTINGS, type SettingRow, settingText} from "../../settings.ts";
import {type Command, DATA_OPTION, JSON_OPTION} from "../command.ts";
import {printRows} from "../terminal/text-table.ts";
import {ADDRESS_OPTIONS} from "./serve.ts";

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

/** A password may contain characters that should be escaped, so it ends at the last @ of the address. */
export function maskPassword(text: string): string {
  return text.replace(/^(\w+:\/\/[^:/@]*:).*@/s, "$1***@").replace(/([?&](?:ssl)?password=)[^&]*/gi, "$1***");
}
