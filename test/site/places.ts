// A small store: one indicator over four places, of which one has stopped, and another one only for Moscow.
import type {TestContext} from "node:test";
import {seriesKey} from "../../src/statistics/catalogue/catalogue.ts";
import type {Store} from "../../src/store/open.ts";
import {ALTAI, COUNTRY, loadTidy, MOSCOW, SAINT_PETERSBURG} from "../api/packages.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";

/** Of a yearly series in per cent. */
export const seriesKeyOf = (territory: string, indicator = "x"): string =>
  seriesKey("showdata", "places", {
    indicator,
    classification: null,
    measure: null,
    transformation: null,
    unit: "PCT",
    frequency: "A",
    territory,
  });

export async function openTerritories(t: TestContext): Promise<Store> {
  const {store} = await temporaryStore(t);
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "places",
    header: "indicator,unit,geo,period,value",
    rows: [
      ...[COUNTRY, MOSCOW, SAINT_PETERSBURG, ALTAI].flatMap((geo, index) =>
        [2022, 2023, 2024]
          .filter((year) => geo !== ALTAI || year < 2023)
          .map((year) => `x,PCT,${geo},${year},${(index + 1) * (year - 2000)}`),
      ),
      `y,PCT,${MOSCOW},2024,777`,
    ],
    more: {units: [{code: "PCT", name: "процент", okei: "744", mult: 1}]},
  });
  return store;
}
