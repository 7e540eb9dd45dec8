// The law of the feed of changes on the embedded store. RYAD_CHANGES_ACTS=1000 does as many acts, RYAD_CHANGES_SEED others.
import {after} from "node:test";
import {openStore} from "../../src/store/open.ts";
import {tries} from "../../src/work/tries.fixture.ts";
import {temporaryFolder} from "../warehouse.ts";
import {registerFollowing} from "./changes.suite.ts";

const {RYAD_CHANGES_ACTS: acts = tries({few: 40, all: 300}), RYAD_CHANGES_SEED: seed = "1"} = process.env;

registerFollowing("embedded", Number(acts), Number(seed), async () =>
  openStore({dataFolder: await temporaryFolder({after})}),
);
