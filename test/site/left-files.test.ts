// A visitor who leaves before the file of a dataset is there gets nothing, so nothing is charged: it stops the page, or closes its window.
import assert from "node:assert/strict";
import {once} from "node:events";
import {request} from "node:http";
import type {AddressInfo} from "node:net";
import {test} from "node:test";
import {ensureAccount} from "../../src/store/accounts/account.ts";
import {readUsage} from "../../src/store/accounts/usage.ts";
import {daily, loadTidy} from "../api/packages.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {OWN_ADDRESS, openSite} from "./site.ts";
import {createVisitor, formOf, signIn} from "./visitor.ts";

const EMAIL = "a@b.ru";
const FILE = "/datasets/showdata/daily/file";

test("a visitor who leaves while the file of a dataset is made is not charged, and that is no fault of the service [site.dataset-file]", async (t) => {
  const {store} = await temporaryStore(t);
  await loadTidy(store, await temporaryFolder(t), daily([60_000, 60_000]));
  const site = await openSite(t, {store});
  const visitor = createVisitor(site);
  await signIn(site, visitor, EMAIL, OWN_ADDRESS);
  await site.server.listen({port: 0, host: "127.0.0.1"});
  const {port} = site.server.server.address() as AddressInfo;
  const fields = new URLSearchParams({...formOf((await visitor.get(FILE)).text, FILE), type: "csv"});
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = {host: "ryad.example", "content-type": "application/x-www-form-urlencoded", cookie};
  const used = async (): Promise<number> => {
    const now = site.clock.now.toISOString();
    return store.accounts.write(function* (q) {
      return yield* readUsage(q, (yield* ensureAccount(q, EMAIL, null, now)).id, now.slice(0, 7));
    });
  };

  const ended = () => site.events.filter(({type}) => type === "request-finished").length;
  const before = ended();
  const sent = request({port, path: FILE, method: "POST", headers}).on("error", () => {});
  sent.end(fields.toString(), () => setTimeout(() => sent.destroy(), 5));
  while (ended() === before) await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(await used(), 0);
  assert.deepEqual(
    site.events.filter(({type}) => type === "request-failed"),
    [],
  );

  const [answer] = await once(request({port, path: FILE, method: "POST", headers}).end(fields.toString()), "response");
  answer.resume();
  await once(answer, "end");
  assert.equal(answer.statusCode, 200);
  assert.equal(await used(), 120_000);
});
