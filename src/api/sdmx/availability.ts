// The codes that the selected series of a dataflow have: what a client may still choose behind a part of a key.
import {sdmxId} from "../../formats/sdmx/ids.ts";
import type {AvailableData, SdmxDimension} from "../../formats/sdmx/structure.ts";
import {codeAt} from "../../statistics/catalogue/catalogue.ts";
import {dayText} from "../../statistics/time/day.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import type {CatalogueCache} from "../../store/series/catalogue-cache.ts";
import {ApiError} from "../errors.ts";
import {readNames} from "../language/catalogue-names.ts";
import {columnOf, filtersOf, findFlow, flowDimensions, flowOf, isWanted, wantedCodes} from "./flow.ts";
import type {DataRequest} from "./request.ts";
import {type DescribedStructures, describeFlow, NOTHING} from "./structures.ts";

/** Series looked at between two rests. */
const LOOKED_AT_ONCE = 1000;

/** The codes that the selected series of a flow have. Throws NOT_FOUND if no series is selected. */
export function* readAvailable(
  q: Queries,
  catalogues: CatalogueCache,
  request: DataRequest,
): Script<DescribedStructures> {
  const dataset = yield* findFlow(q, request.flow);
  const {of} = yield* readNames(q, catalogues, dataset, "en");
  const flow = flowOf(dataset, of(dataset.name));
  const catalogue = yield* catalogues.read(q, dataset);
  const dimensions = flowDimensions(catalogue);
  const wanted = wantedCodes(dimensions, request);
  const selected = yield* catalogues.select(q, dataset, filtersOf(wanted), true);
  const found = new Map(dimensions.map((id) => [id, new Set<string | null>()]));
  let seriesCount = 0;
  for (let offset = 0, total = 1; offset < total; offset += LOOKED_AT_ONCE) {
    const page = yield* catalogues.readPage(q, dataset, selected, {offset, limit: LOOKED_AT_ONCE});
    ({total} = page);
    const columns = Array.from(found, ([id, codes]) => ({column: columnOf(page.catalogue, id), codes, latest: -1}));
    for (const position of page.positions) {
      if (!isWanted(page.catalogue, position, wanted)) continue;
      seriesCount++;
      for (const one of columns) {
        // Neighbours share most of their codes.
        const index = one.column.index[position]!;
        if (index !== one.latest) one.codes.add(codeAt(one.column, position));
        one.latest = index;
      }
    }
    yield;
  }
  if (seriesCount === 0)
    throw new ApiError("NOT_FOUND", `no series of ${flow.id} has such a key`, {
      hint: "/sdmx/2.1/availableconstraint names the codes",
    });
  const first = Math.min(...dataset.spans.map((span) => span.first));
  const last = Math.max(...dataset.spans.map((span) => span.last));
  const values: (readonly [SdmxDimension, readonly string[]])[] = [];
  for (const [id, codes] of found) {
    const ids: string[] = [];
    values.push([id, ids]);
    for (const code of codes) if (ids.push(sdmxId(code)) % LOOKED_AT_ONCE === 0) yield;
  }
  const available: AvailableData = {
    flow: flow.id,
    values,
    span: dataset.spans.length === 0 ? null : {first: dayText(first), last: dayText(last)},
    seriesCount,
  };
  if (request.references === "none") return {...NOTHING, available};
  const described = yield* describeFlow(q, catalogues, dataset, true);
  return {
    ...NOTHING,
    available,
    flows: [flow],
    hasConcepts: true,
    structures: [described.structure],
    codelists: described.codelists,
  };
}
