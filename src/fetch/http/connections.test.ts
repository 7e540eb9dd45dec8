import assert from "node:assert/strict";
import {test} from "node:test";
import {openConnections} from "./connections.ts";

test("behind a proxy a name of a private address is forbidden too, unless the operator wrote it [fetch.private]", async () => {
  const options = {ca: null, written: ["http://intranet.example/x", "http://10.0.0.5/"], seconds: 1};
  for (const proxy of [null, "http://127.0.0.1:9"]) {
    const connections = openConnections({...options, proxy});
    const isForbidden = (address: string): Promise<boolean> => connections.isForbidden(new URL(address));
    assert.equal(await isForbidden("http://127.0.0.1/"), true);
    assert.equal(await isForbidden("http://10.0.0.5/y"), false);
    // Without a proxy the name is judged when connecting.
    assert.equal(await isForbidden("http://localhost/"), proxy !== null);
    assert.equal(await isForbidden("http://intranet.example/"), false);
    assert.equal(await isForbidden("http://no-such-name.invalid/"), false);
    await connections.close();
  }
});
