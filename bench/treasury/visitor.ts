// One reader of a store of the Treasury's kind: random searches and random slices of 50 values, one after the other over one connection.
//
// A question is made of the words of a random name, so hardly any is asked twice, and what an answer needs is rarely in a cache.
import {Agent, get} from "node:http";
import type {StoreLocation} from "../../src/store/open.ts";
import {makeReaders} from "../readers.ts";
import {randomNumbers} from "../source-files.ts";
import {classCode, questionOf} from "./names.ts";
import {treasuryCode, VALUES_A_SERIES} from "./store.ts";

export interface Visitor {
  /** A question about a random name of a random one of these datasets. @returns milliseconds until its last byte */
  search(): Promise<number>;
  /** A question by its text. */
  searchFor(text: string): Promise<number>;
  /** 50 values: a page at a random place of a dataset. */
  page(dataset: number): Promise<number>;
  /** 50 values: classes at random places of a dataset. */
  classes(dataset: number): Promise<number>;
  leave(): void;
}

/** Series of an answer of 50 values. */
const SERIES = 50 / VALUES_A_SERIES;

/** @param sizes series of each dataset, by its number; empty: of an empty store */
export async function createVisitor(
  location: string | StoreLocation,
  origin: string,
  sizes: readonly number[],
  seed: number,
): Promise<Visitor> {
  // a plan with many requests a minute: 64 such readers are never refused
  const {tokens} = await makeReaders(location, {requests: 1, values: 0, plan: "owner"});
  const random = randomNumbers(seed);
  const agent = new Agent({keepAlive: true, maxSockets: 1});
  const below = (bound: number): number => Math.floor(random() * bound);
  let query = 0;
  const ask = (path: string, refused = false): Promise<number> =>
    timeOf(agent, origin + path, tokens[query++ % tokens.length]!, refused);
  const searchFor = (text: string): Promise<number> => ask(`/api/v1/series/search?q=${encodeURIComponent(text)}`);
  const isEmpty = sizes.length === 0;
  return {
    searchFor,
    search() {
      const dataset = below(Math.max(1, sizes.length));
      return searchFor(questionOf(dataset, below(sizes[dataset] ?? 1000), random));
    },
    page: (dataset) =>
      ask(
        `/api/v1/data?dataset=${treasuryCode(dataset)}&geo=country&limit=${SERIES}&offset=${below((sizes[dataset] ?? 1000) - SERIES)}`,
        isEmpty,
      ),
    classes(dataset) {
      const codes = Array.from({length: SERIES}, () => classCode(below(sizes[dataset]!)));
      return ask(`/api/v1/data?dataset=${treasuryCode(dataset)}&geo=country&class=${codes.join(",")}`);
    },
    leave: () => agent.destroy(),
  };
}

/** @param refused the dataset does not exist, and an error is the expected answer */
function timeOf(agent: Agent, url: string, token: string, refused: boolean): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    get(url, {agent, headers: {"X-API-Key": token}}, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on("error", reject);
      response.on("end", () => {
        if ((response.statusCode !== 200) !== refused || bytes === 0)
          return reject(new Error(`${url} was answered with ${response.statusCode}`));
        resolve(performance.now() - began);
      });
    }).on("error", reject);
  });
}
