// Bombs: each is loaded in a process of its own.
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import type {Subject} from "../subject.ts";
import {defuse, MOST_BYTES} from "./bomb-run.ts";
import {BOMBS} from "./bombs.ts";

export const bombs: Subject = {
  name: "bombs",
  about:
    "small files that would take the memory or the time of a reader: each comes to an end within 512 MB, refused, held or loaded",
  async run({words, say}) {
    const chosen = BOMBS.filter(({name}) => words.length === 0 || words.some((word) => name.includes(word)));
    const rows = [];
    const failures: string[] = [];
    for (const bomb of chosen) {
      const folder = await mkdtemp(join(tmpdir(), "ryad-bomb-"));
      const told = await defuse(bomb, folder);
      await rm(folder, {recursive: true, force: true});
      const verdict = told?.verdict ?? "no end";
      const megabytes = told === null ? 0 : Math.round(told.peakBytes / 2 ** 20);
      if (told === null || told.peakBytes > MOST_BYTES || verdict.startsWith("failed"))
        failures.push(`${bomb.name}: ${verdict}, ${megabytes} MB`);
      rows.push({bomb: bomb.name, verdict: verdict.replace(/:.*/s, ""), "peak MB": megabytes});
      say(`${bomb.name}: ${verdict}, ${megabytes} MB`);
    }
    return {tried: chosen.length, failures, rows};
  },
};
