// Folders, zips and files give the same list of names and bytes, or are refused.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {after, test} from "node:test";
import {Refusal} from "../../service/refusal.ts";
import {fingerprintFiles} from "../identity/fingerprint.ts";
import type {SourceFile} from "../source.ts";
import {collectSourceFiles} from "./source-files.ts";
import {type ZipEntry, zipOf} from "./zip.fixture.ts";
import {readZip} from "./zip-files.ts";

const home = mkdtempSync(join(tmpdir(), "ryad-test-"));
after(() => rmSync(home, {recursive: true}));

let count = 0;

function folderOf(files: Record<string, string>): string {
  const folder = join(home, `folder${count++}`);
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), {recursive: true});
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

function zipAt(entries: readonly ZipEntry[]): string {
  const path = join(home, `package${count++}.zip`);
  writeFileSync(path, zipOf(entries));
  return path;
}

async function read(file: SourceFile): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const bytes of file.open()) chunks.push(bytes);
  return Buffer.concat(chunks).toString();
}

const refused = async (promise: Promise<unknown>, expected: RegExp) =>
  await assert.rejects(promise, (error) => {
    assert.ok(error instanceof Refusal, String(error));
    assert.match(error.message, expected);
    return true;
  });

const PACKAGE = {
  "dataset.json": "{}",
  "observations/a.csv": "a",
  "observations/я.csv": "я",
  "observations/\u{1f600}.csv": "x",
};
const NAMES = ["dataset.json", "observations/a.csv", "observations/я.csv", "observations/\u{1f600}.csv"];

test("a zip of a folder, of its content, and of its parent folder give the same names, bytes and fingerprint [tidy.zip tidy.fingerprint]", async () => {
  const hidden = {".git/config": "x", ".DS_Store": "x", "__MACOSX/a": "x"};
  const entries = (prefix: string) =>
    Object.entries({...hidden, ...PACKAGE}).map(([name, content], index) => ({
      name: prefix + name,
      content,
      stored: index % 2 === 0,
    }));
  const paths = [
    folderOf({...PACKAGE, ...hidden}),
    folderOf(Object.fromEntries(Object.entries(PACKAGE).map(([name, text]) => [`inner/${name}`, text]))),
    zipAt(entries("")),
    zipAt([{name: "top/", content: "", stored: true}, ...entries("top/")]),
    zipAt([...entries("a/b/")].reverse()),
  ];
  const seen = new Set<string>();
  for (const path of paths) {
    const {files, kind} = await collectSourceFiles(path);
    assert.deepEqual(
      files.map(({name}) => name),
      NAMES,
    );
    assert.deepEqual(await Promise.all(files.map(read)), Object.values(PACKAGE));
    assert.deepEqual(await Promise.all(files.map(read)), Object.values(PACKAGE));
    const {fingerprint, files: each} = await fingerprintFiles(files, kind);
    assert.deepEqual(
      each.map(({size}) => size),
      files.map(({size}) => size),
    );
    seen.add(fingerprint);
  }
  assert.equal(seen.size, 1);
});

test("a single file is read as it is, with any name except .zip", async () => {
  const path = join(folderOf({"data.xml": "<x/>"}), "data.xml");
  const {files, name, kind} = await collectSourceFiles(path);
  assert.deepEqual([files.map((file) => file.name), name, kind], [["data.xml"], "data.xml", "file"]);
  assert.equal(await read(files[0]!), "<x/>");
});

test("a path that is missing, empty, a pipe, or a broken or circular link is refused with a message", async () => {
  await refused(collectSourceFiles(join(home, "nowhere")), /nowhere does not exist/);
  await refused(collectSourceFiles(folderOf({".hidden": "x"})), /contains no files/);
  await refused(collectSourceFiles(zipAt([])), /contains no files/);
  const loop = folderOf({"dataset.json": "{}"});
  symlinkSync(loop, join(loop, "again"));
  await refused(collectSourceFiles(loop), /again is a link to one of its parent folders/);
  const self = folderOf({});
  symlinkSync(join(self, "b"), join(self, "b"));
  await refused(collectSourceFiles(self), /b is a circular link/);
  const broken = folderOf({});
  symlinkSync(join(broken, "gone"), join(broken, "link"));
  await refused(collectSourceFiles(broken), /link does not exist/);
  const folder = folderOf({a: "x"});
  execFileSync("mkfifo", [join(folder, "pipe")]);
  await refused(collectSourceFiles(folder), /pipe is neither a file nor a folder/);
});

test("a link to a file or folder elsewhere is followed", async () => {
  const elsewhere = folderOf({"a.csv": "1"});
  const folder = folderOf({"dataset.json": "{}"});
  symlinkSync(elsewhere, join(folder, "observations"));
  const {files} = await collectSourceFiles(folder);
  assert.deepEqual(
    files.map(({name}) => name),
    ["dataset.json", "observations/a.csv"],
  );
});

test("a file that changes between two readings is refused, also if its size is the same", async () => {
  for (const later of ["123456", "54321"]) {
    const folder = folderOf({"a.csv": "12345"});
    utimesSync(join(folder, "a.csv"), 1, 1);
    const {files} = await collectSourceFiles(folder);
    assert.equal(await read(files[0]!), "12345");
    writeFileSync(join(folder, "a.csv"), later);
    await refused(read(files[0]!), /a\.csv changed while it was being loaded/);
  }
});

test("names are composed (NFC), so that a system that decomposes them gives the same package", async () => {
  const {files} = await collectSourceFiles(folderOf({a: "", "и\u0306.csv": ""}));
  assert.deepEqual(
    files.map(({name}) => name),
    ["a", "й.csv"],
  );
  await refused(
    collectSourceFiles(
      zipAt([
        {name: "a\nb", content: ""},
        {name: "c", content: ""},
      ]),
    ),
    /"a\\nb" contains a control character/,
  );
});

test("a file that is not a zip, is cut off, or has a name twice is refused [tidy.zip]", async () => {
  const path = join(home, "not.zip");
  writeFileSync(path, "not a zip, in spite of its name");
  await refused(collectSourceFiles(path), /not\.zip is not a readable zip file/);
  const whole = zipOf([{name: "a", content: "x".repeat(1000)}]);
  writeFileSync(path, whole.subarray(0, whole.length - 30));
  await refused(collectSourceFiles(path), /not a zip file/);
  await refused(
    collectSourceFiles(
      zipAt([
        {name: "a", content: "1"},
        {name: "a", content: "2"},
        {name: "b", content: ""},
      ]),
    ),
    /two files named "a"/,
  );
});

test("a zip with a name outside its folder, with encryption or with links is refused [tidy.zip]", async () => {
  const evil = (name: string, claims = {}) => readZip(zipAt([{name, content: "x", claims}]));
  for (const name of ["../a", "a/../../b", "/etc/passwd", "C:/a", "a\\..\\b"])
    await refused(evil(name), /not a readable zip file/);
  await refused(evil("a//b"), /a\/\/b is not a plain path/);
  await refused(evil("./a"), /is not a plain path/);
  await refused(evil("a", {flags: 0x801}), /a is encrypted/);
  await refused(evil("a", {method: 14}), /a is packed with method 14/);
  await refused(evil("a", {mode: 0o120777}), /a is a link, not a file/);
});

test("a zip with a wrong size or checksum is refused while it is read [tidy.zip]", async () => {
  const lying = async (claims: ZipEntry["claims"], content = "x".repeat(100)) =>
    read((await readZip(zipAt([{name: "a", content, ...(claims && {claims})}])))[0]!);
  await refused(lying({size: 99}), /a unpacks to more bytes than it claims/);
  await refused(lying({size: 101}), /a unpacks to fewer bytes than it claims/);
  await refused(lying({crc: 1}), /a does not match its checksum/);
  await refused(lying({offset: 1}), /a is not where the zip says/);
  assert.equal(await lying({}, ""), "");
});

test("bombs are refused before they are unpacked: by ratio, by size, by number, by sharing bytes [tidy.zip]", async () => {
  const limits = {files: 3, bytes: 20 * 2 ** 20, ratio: 250};
  const bomb = zipAt([{name: "a", content: Buffer.alloc(17 * 2 ** 20)}]);
  await refused(readZip(bomb, limits), /a claims to unpack to more than 250 times its size/);
  const large = {content: "x", claims: {size: 15 * 2 ** 20}};
  await refused(
    readZip(
      zipAt([
        {name: "a", ...large},
        {name: "b", ...large},
      ]),
      limits,
    ),
    /unpacks to more than 20971520 bytes/,
  );
  await refused(
    readZip(zipAt(["a", "b", "c", "d"].map((name) => ({name, content: ""}))), limits),
    /contains 4 files, more than 3/,
  );
  const shared = [
    {name: "a", content: "x".repeat(50)},
    {name: "b", content: "x".repeat(50), claims: {offset: 0}},
  ];
  await refused(readZip(zipAt(shared)), /share their bytes/);
});

test("a zip has at most 10,000 files: each takes time, even an empty one [tidy.zip]", async () => {
  const files = (count: number) =>
    zipAt(Array.from({length: count}, (_, index) => ({name: `${index}.txt`, content: "", stored: true})));
  assert.equal((await readZip(files(10_000))).length, 10_000);
  await refused(readZip(files(10_001)), /contains 10001 files, more than 10000/);
});

test("a file that was read only in part is closed", {
  skip: process.platform === "linux" ? false : "counts handles in /proc",
}, async () => {
  const content = Buffer.from(Array.from({length: 2 ** 20}, (_, index) => (index * 7919) % 251));
  const open = () => readdirSync("/proc/self/fd").length;
  const [zipped] = await readZip(zipAt([{name: "a", content}]));
  const folder = folderOf({a: content.toString("latin1")});
  const [plain] = (await collectSourceFiles(folder)).files;
  const before = open();
  for (const file of [zipped!, plain!]) {
    for (let round = 0; round < 20; round++) {
      for await (const bytes of file.open()) if (bytes.length > 0) break;
    }
  }
  await new Promise((resolve) => setImmediate(resolve));
  assert.ok(open() <= before + 2, `${open()} handles are open, ${before} were`);
});
