// `notify` of a source: whom it names hears of its faults and held runs, by a real mail server.
import assert from "node:assert/strict";
import {join} from "node:path";
import {test} from "node:test";
import {openStore} from "../../src/store/open.ts";
import {startMailServer, textOf} from "../mail-server.ts";
import {openSender} from "../messages/receiver.ts";
import {gives, startFalsePublisher, status} from "./false-publisher.ts";
import {startFetching, table} from "./fetching.ts";

const OPERATOR = "operator@example.org";

test("the addresses of `notify` hear once of each fault and held run of their source, and of no other source [messages.notify]", async (t) => {
  const {url, received} = await startMailServer(t);
  const publisher = await startFalsePublisher(t);
  const fetching = await startFetching(t);
  const dataFolder = join(fetching.folder, "data");
  const at = (id: string, notify: string[]) => ({id, url: `${publisher.origin}/${id}.xml`, notify});
  fetching.write(at("a", ["ann@example.org", OPERATOR]), at("b", ["bob@example.org"]));
  const store = await openStore({dataFolder});
  t.after(() => store.close());
  const settings = {smtpUrl: url, mailFrom: "stat@example.org", operatorMail: OPERATOR};
  const sender = openSender(t, store, {settings, dataFolder});
  const step = async (id: string, expected: string): Promise<string[]> => {
    received.length = 0;
    // A second run of the same fault tells nothing.
    for (let run = 0; run < 2; run++) {
      const line = await fetching.fetch(id);
      assert.equal(line.outcome, expected, line.words);
      await sender.round();
    }
    return received.map((letter) => `${letter.to} ${/(?:fault|held|\w+ \(\w+\)):?/.exec(textOf(letter))?.[0]}`).sort();
  };
  publisher.on("/a.xml", gives(table({regions: 4})));
  assert.equal((await fetching.fetch("a")).outcome, "loaded");
  publisher.on("/a.xml", status(403));
  assert.deepEqual(await step("a", "blocked"), ["ann@example.org a (blocked):", `${OPERATOR} a (blocked):`]);
  publisher.on("/b.xml", gives("<!doctype html><title>Wait</title>"));
  assert.deepEqual(await step("b", "blocked"), ["bob@example.org b (blocked):", `${OPERATOR} b (blocked):`]);
  publisher.on("/a.xml", gives(table({day: "2026-04-05", value: "5", regions: 1})));
  assert.deepEqual(await step("a", "held"), ["ann@example.org held", `${OPERATOR} held`]);
});
