// Tests of which addresses are private.
import assert from "node:assert/strict";
import {test} from "node:test";
import {isPrivateAddress, literalAddress} from "./private-address.ts";

test("addresses of this machine, of networks and of clouds are private, in every writing; others are not [fetch.private]", () => {
  for (const address of [
    ...[
      "127.0.0.1",
      "10.1.2.3",
      "172.16.0.1",
      "172.31.255.255",
      "192.168.1.1",
      "169.254.169.254",
      "100.64.0.1",
      "0.0.0.0",
    ],
    ...["::1", "::", "fe80::1", "fd00::1", "::ffff:127.0.0.1", "::ffff:7f00:1", "64:ff9b::a00:1", "255.255.255.255"],
  ])
    assert.equal(isPrivateAddress(address), true, address);
  for (const address of ["8.8.8.8", "172.32.0.1", "172.15.255.255", "100.128.0.1", "2a00:1450::1", "::ffff:8.8.8.8"])
    assert.equal(isPrivateAddress(address), false, address);
});

test("a number, an octal or a hexadecimal writing of an address is the address that it means [fetch.private]", () => {
  for (const written of ["http://2130706433/", "http://0x7f.1/", "http://0177.0.0.1/", "http://127.1/"])
    assert.equal(literalAddress(new URL(written)), "127.0.0.1");
  assert.equal(literalAddress(new URL("http://[::1]/")), "::1");
  assert.equal(literalAddress(new URL("http://example.org/")), null);
});
