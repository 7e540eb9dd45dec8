// The set observations as an answer: its selection, and its rows written directly from histories.

import type {BodyMemory} from "../../../formats/body-bytes.ts";
import {unsupported} from "../../../formats/odata/fault.ts";
import {beginRows, createRowForm, type RowForm, type RowWriter} from "../../../formats/odata/row-writer.ts";
import type {SkipCursor} from "../../../formats/odata/skip-token.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import type {Budget} from "../../../work/budget.ts";
import type {Steps} from "../../../work/pace.ts";
import type {FoundDatasets} from "../dataset-finder.ts";
import {type EntityForm, observationChunks} from "../entity-json.ts";
import type {RowQuery} from "../options.ts";
import {type DatasetWithCatalogue, keepNames, readsNames} from "../row-properties.ts";
import type {ODataContext, SetPage, SetReader, SetWish} from "../set-reader.ts";
import {changedMeanwhile, type ObservationPage} from "./observation-page.ts";
import {selectObservations} from "./observation-selection.ts";
import {countObservations, type ObservationContext, readObservationPage} from "./observation-set.ts";

export function openObservationSet({catalogues, memory}: ODataContext, query: RowQuery, wants: SetWish): SetReader {
  if (query.search !== null)
    throw unsupported("$search is for the set series", "find series there, then ask for their observations");
  const selection = selectObservations(query, wants);
  const named = {...catalogues, language: query.language};
  const reading = ({groups}: FoundDatasets, budget: Budget) => ({catalogues: named, groups, selection, budget});
  return {
    narrowing: selection.narrowing,
    isOnePage: selection.isPreview,
    isMovedByLoads: ({groups}) => selection.order.changes || (selection.order.keys.length > 0 && groups.some(hasWeeks)),
    changedMeanwhile,
    count: (q, found, budget) => countObservations(q, reading(found, budget)),
    page: (q, found, cursor, most, budget) => readSetPage(q, {...reading(found, budget), memory}, query, cursor, most),
  };
}

function* readSetPage(
  q: Queries,
  reading: ObservationContext & {readonly memory: BodyMemory},
  {skip, properties}: RowQuery,
  cursor: SkipCursor | null,
  most: number,
): Script<SetPage> {
  const page = yield* readObservationPage(q, reading, skip, cursor, most);
  if (readsNames(properties.map(({name}) => name))) yield* keepNames(q, page.series);
  const {rows, next} = page;
  return {
    rows,
    values: rows,
    next,
    write: (form, head, tail) => writeRows(beginRows(reading.memory, head, rows), page, form, tail),
  };
}

/** Releases may correct the day of a week. */
function hasWeeks({datasets}: FoundDatasets["groups"][number]): boolean {
  return datasets.some(({spans}) => spans.some(({frequency}) => frequency === "W"));
}

function* writeRows(writer: RowWriter, page: ObservationPage, form: EntityForm, tail: string): Steps<Buffer> {
  const formOf = createRowForms(form);
  yield* page.write((source, position, columns, start, end) =>
    writer.rows(formOf(source, position), columns, start, end),
  );
  return writer.end(tail);
}

/** Forms that are remembered: of tens of thousands the memory would cost more than making one again. */
const MOST_FORMS = 1000;

/** The row form of each series, made once where they are few: in a sorted answer the rows of a series are not neighbours. */
function createRowForms(form: EntityForm): (source: DatasetWithCatalogue, position: number) => RowForm {
  const forms = new Map<DatasetWithCatalogue, Map<number, RowForm>>();
  let count = 0;
  return (source, position) => {
    const known = forms.get(source)?.get(position);
    if (known !== undefined) return known;
    if (count++ % MOST_FORMS === 0) forms.clear();
    const formsOfSource = forms.get(source) ?? new Map<number, RowForm>();
    forms.set(source, formsOfSource);
    const made = createRowForm(observationChunks(form, {source, position}));
    formsOfSource.set(position, made);
    return made;
  };
}
