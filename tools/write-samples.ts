// `npm run samples`: writes samples/ again from the publishers' files, which are not part of this project. `npm start` never runs this.
//
// Every figure is a published one. A zip with the same contents as the existing zip is not replaced, because other
// machines pack the same contents into other bytes.
import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {dirname, join} from "node:path";
import {fileURLToPath} from "node:url";
import {inflateRawSync} from "node:zlib";
import {addBankRates} from "./samples/bank-rates.ts";
import {addCities} from "./samples/cities.ts";
import {addConsumerPrices} from "./samples/consumer-prices.ts";
import {addEmissIndicators} from "./samples/emiss-indicators.ts";
import {addFixedAssets} from "./samples/fixed-assets.ts";
import {addNationalAccounts} from "./samples/national-accounts.ts";
import type {SampleFiles} from "./samples/package-files.ts";
import {addWeeklyPrices} from "./samples/weekly-prices.ts";

const SAMPLES = fileURLToPath(new URL("../samples/", import.meta.url));
const FACTS = fileURLToPath(new URL("../../shared/data/", import.meta.url));

/** All files of samples/ except its README, made from the publishers' files in a folder. */
export async function makeSamples(facts: string): Promise<SampleFiles> {
  const files: SampleFiles = new Map();
  await addConsumerPrices(files, facts);
  await addWeeklyPrices(files, facts);
  addNationalAccounts(files, facts);
  await addFixedAssets(files, facts);
  await addEmissIndicators(files, facts);
  await addBankRates(files, facts);
  addCities(files, facts);
  return files;
}

/** Whether a file has the expected content; two zips of one file are equal if that file is equal. */
export function isSame(is: Uint8Array, shouldBe: string | Uint8Array): boolean {
  const wanted = Buffer.from(shouldBe as Uint8Array);
  return wanted.equals(is) || (isZip(wanted) && isZip(is) && unpacked(wanted).equals(unpacked(is)));
}

function isZip(bytes: Uint8Array): boolean {
  return bytes.length > 30 && Buffer.from(bytes.buffer, bytes.byteOffset, 4).toString("latin1") === "PK\u0003\u0004";
}

function unpacked(zip: Uint8Array): Buffer {
  const bytes = Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength);
  const start = 30 + bytes.readUInt16LE(26) + bytes.readUInt16LE(28);
  return inflateRawSync(bytes.subarray(start, start + bytes.readUInt32LE(18)));
}

async function write(): Promise<void> {
  if (!existsSync(FACTS)) {
    console.error(`there are no publishers' files in ${FACTS}; samples/ is unchanged`);
    process.exitCode = 1;
    return;
  }
  const files = await makeSamples(FACTS);
  for (const name of readdirSync(SAMPLES, {recursive: true, encoding: "utf8"})) {
    const path = name.replaceAll("\\", "/");
    const isMade = /\.(csv|json|xml|zip)$/.test(path);
    const isOfSample = [...files.keys()].some((file) => file.startsWith(`${path}/`));
    if ((isMade && !files.has(path)) || (!/\.\w+$/.test(path) && !isOfSample))
      rmSync(join(SAMPLES, path), {recursive: true, force: true});
  }
  let bytes = 0;
  for (const [path, contents] of files) {
    bytes += contents.length;
    const target = join(SAMPLES, path);
    if (existsSync(target) && isSame(readFileSync(target), contents)) continue;
    mkdirSync(dirname(target), {recursive: true});
    writeFileSync(target, contents);
  }
  console.log(`${files.size} files, ${Math.round(bytes / 1024)} KB`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await write();
