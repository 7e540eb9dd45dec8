import assert from "node:assert/strict";
import {test} from "node:test";
import {createAddressWindows} from "./address-windows.ts";

test("an address has its limit in each window, and does not affect other addresses [site.download-limit]", () => {
  const windows = createAddressWindows(2, 60_000);
  assert.equal(windows.count("192.0.2.1", 0), null);
  assert.equal(windows.count("192.0.2.1", 1000), null);
  assert.equal(windows.count("192.0.2.1", 59_001), 1);
  assert.equal(windows.count("::ffff:192.0.2.1", 30_000), 30);
  assert.equal(windows.count("192.0.2.2", 30_000), null);
  assert.equal(windows.count("192.0.2.1", 60_000), null);
});

test("the addresses of one 64-bit network count as one [site.download-limit]", () => {
  const windows = createAddressWindows(1, 60_000);
  assert.equal(windows.count("2001:db8:0:1::1", 0), null);
  assert.equal(windows.count("2001:0db8::1:0:0:0:2", 0) === null, false);
  assert.equal(windows.count("2001:db8:0:2::1", 0), null);
});
