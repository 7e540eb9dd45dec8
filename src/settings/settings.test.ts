// Where settings come from, and which values are refused; no test reads the machine's own environment.
import assert from "node:assert/strict";
import {test} from "node:test";
import {Refusal} from "../service/refusal.ts";
import {SETTINGS} from "./setting-rows.ts";
import {readSettings} from "./settings.ts";

test("the data folder is --data, else RYAD_DATA, else ./data; the address likewise [serve.settings]", () => {
  assert.equal(readSettings({}).dataFolder, "./data");
  assert.equal(readSettings({RYAD_DATA: "/srv/ryad"}).dataFolder, "/srv/ryad");
  assert.equal(readSettings({RYAD_DATA: "/srv/ryad"}, {data: "here"}).dataFolder, "here");
  assert.deepEqual([readSettings({}).host, readSettings({}).port], ["127.0.0.1", 8080]);
  const set = readSettings({RYAD_PORT: "1"}, {port: "0", host: "::1"});
  assert.deepEqual([set.host, set.port], ["::1", 0]);
});

test("an empty setting counts as absent", () => {
  assert.deepEqual(
    readSettings(Object.fromEntries(Object.values(SETTINGS).map((row) => [row.environment, ""]))),
    readSettings({}),
  );
});

test("the last slash of the public address and the blanks in the list of proxies are removed [params.public-url params.trust-proxy]", () => {
  const settings = readSettings({
    RYAD_PUBLIC_URL: "https://stat.example.org/api/",
    RYAD_TRUST_PROXY: " 10.0.0.1, 10.1.0.0/16,",
  });
  assert.equal(settings.publicUrl, "https://stat.example.org/api");
  assert.deepEqual(settings.trustProxy, ["10.0.0.1", "10.1.0.0/16"]);
});

test("the public address is encoded for a header: a Cyrillic host name, a blank or a line end would fail every answer that has a link [params.public-url]", () => {
  const publicUrl = (text: string) => readSettings({RYAD_PUBLIC_URL: text}).publicUrl;
  assert.equal(publicUrl("https://статистика.рф/ряд"), "https://xn--80aaxak2bcfbc.xn--p1ai/%D1%80%D1%8F%D0%B4");
  assert.equal(publicUrl("https://stat.example.org \n"), "https://stat.example.org");
  assert.equal(publicUrl("HTTPS://Stat.Example.org/a b/"), "https://stat.example.org/a%20b");
});

const REFUSED: readonly [environment: Record<string, string>, says: RegExp][] = [
  [{RYAD_PORT: "65536"}, /port/],
  [{RYAD_PORT: "80a"}, /80a/],
  [{RYAD_METRICS_PORT: "70000"}, /RYAD_METRICS_PORT.*70000/],
  [{RYAD_TODAY: "2026-02-30"}, /RYAD_TODAY.*2026-02-30/],
  [{RYAD_TODAY: "2026-2-3"}, /RYAD_TODAY/],
  [{RYAD_TODAY: "1699-12-31"}, /RYAD_TODAY.*1699-12-31/],
  [{RYAD_TODAY: "2200-01-01"}, /RYAD_TODAY.*2200-01-01/],
  [{RYAD_DATABASE_URL: "mysql://x"}, /postgres:\/\//],
  [{RYAD_PUBLIC_URL: "stat.example.org"}, /RYAD_PUBLIC_URL/],
  [{RYAD_PUBLIC_URL: "ftp://stat.example.org"}, /RYAD_PUBLIC_URL/],
  [{RYAD_PUBLIC_URL: "https://"}, /RYAD_PUBLIC_URL/],
  [{RYAD_PUBLIC_URL: "https://me:secret@stat.example.org"}, /RYAD_PUBLIC_URL(?!.*secret)/],
  [{RYAD_PUBLIC_URL: "https://stat.example.org?a=1"}, /RYAD_PUBLIC_URL/],
  [{RYAD_PUBLIC_URL: "https://stat.example.org/#top"}, /RYAD_PUBLIC_URL/],
  [{RYAD_LOG: "loud"}, /RYAD_LOG/],
];

for (const [environment, says] of REFUSED) {
  test(`refused, and the message names the setting: ${JSON.stringify(environment)}`, () => {
    assert.throws(
      () => readSettings(environment),
      (error) => error instanceof Refusal && says.test(error.message),
    );
  });
}

test("metrics are off unless their port is set, and then listen on this machine only", () => {
  assert.deepEqual([readSettings({}).metricsPort, readSettings({}).metricsHost], [null, "127.0.0.1"]);
  const set = readSettings({RYAD_METRICS_PORT: "0", RYAD_METRICS_HOST: "10.0.0.5"});
  assert.deepEqual([set.metricsPort, set.metricsHost], [0, "10.0.0.5"]);
});

test("the highest port and a leap day are accepted", () => {
  assert.equal(readSettings({RYAD_PORT: "65535"}).port, 65535);
  for (const day of ["2024-02-29", "1700-01-01", "2199-12-31"]) {
    assert.equal(readSettings({RYAD_TODAY: day}).today, day);
  }
});

test("an invalid mail server and an invalid address are refused, and the message never has the password [account-site.mail]", () => {
  assert.equal(
    readSettings({RYAD_SMTP_URL: "smtp://u:secret@mail.example:587"}).smtpUrl,
    "smtp://u:secret@mail.example:587",
  );
  assert.deepEqual([readSettings({}).smtpUrl, readSettings({}).contactEmail], [null, null]);
  for (const url of ["mail.example", "http://u:secret@mail.example", "smtp://", "smtps://u:secret@"]) {
    assert.throws(
      () => readSettings({RYAD_SMTP_URL: url}),
      (error: Error) => error instanceof Refusal && !error.message.includes("secret"),
      url,
    );
  }
  for (const name of ["RYAD_MAIL_FROM", "RYAD_CONTACT_EMAIL"]) {
    assert.throws(() => readSettings({[name]: "Ryad <ryad@example.org>"}), {
      name: "Refusal",
      message: new RegExp(name),
    });
  }
});
