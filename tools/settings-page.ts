// docs/settings.md, made from the table of settings.
import {SETTINGS, type SettingRow} from "../src/settings.ts";

export function settingsPage(): string {
  const rows = Object.values<SettingRow>(SETTINGS).map(
    (row) =>
      `| \`${row.environment}\` | ${row.option === undefined ? "" : `\`--${row.option}\``} | ${row.fallback === undefined ? "" : `\`${row.fallback}\``} | ${row.help} |`,
  );
  return [
    "# Settings",
    "",
    "An option overrides the environment variable; an empty text counts as not set. Written by `npm run docs`; do not edit by hand.",
    "",
    "| environment | option | default | meaning |",
    "|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}
