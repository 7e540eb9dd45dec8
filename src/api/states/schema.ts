// What the routes of states take and give, and their words in the document [pull.*].
import {Type} from "typebox";
import {closedObject, count, dayField, momentField, monthField, nullable, text, yesNo} from "../http/field-schemas.ts";
import type {Operation} from "../http/operation.ts";

const codes = {
  provider_code: text("code of the provider"),
  dataset_code: text("code of the dataset"),
} as const;

const state = {
  ...codes,
  version: text("version of the files that have this state, as in `/api/v1/files` and `/api/v1/changes`"),
  changed_by: text("load run that made the state"),
} as const;

export const STATES_SCHEMA = closedObject({
  datasets: Type.Array(closedObject(state), {description: "every dataset, by its codes"}),
  archive: yesNo("whether `/api/v1/archive` gives this token the bytes of archived files"),
  cursor: text("of the changes, now: from it the changes behind all these states follow"),
});

export const STATES_OPERATION: Operation = {
  operationId: "listStates",
  tag: "Updates",
  summary: "The state of every dataset, for mirrors",
  description:
    "Tells a program that keeps copies which datasets have changed: `changed_by` is another one after each load. Charges nothing.",
  answers: {200: "The states."},
  answer: "States",
  item: "State",
  examples: [{name: "states", summary: "The states of all datasets", path: "/api/v1/states"}],
};

export const STATE_PATH = Type.Object({
  provider: Type.String({description: "code of the provider"}),
  dataset: Type.String({description: "code of the dataset"}),
});

export const MOST_COPIES = 100;

export const STATE_PARAMETERS = Type.Object({
  releases: Type.Optional(
    Type.String({
      pattern: `^\\d{1,10}(,\\d{1,10}){0,${MOST_COPIES - 1}}$`,
      description: `numbers of releases, at most ${MOST_COPIES}, joined by commas: the answer has their copies and no proof; when omitted, the proof and no copies`,
    }),
  ),
});

const amounts = {
  new_values: count("values that it added, as they count today"),
  revised_values: count("values that it revised"),
} as const;
const releaseId = Type.Integer({minimum: 1, description: "number of the release"});
const fingerprint = (of: string) => Type.String({pattern: "^[0-9a-f]{64}$", description: of});

const RUN = closedObject(
  {
    id: text("identifier of the run"),
    ...codes,
    dataset_name: text("name of the dataset after the run"),
    kind: text("load, withdraw, drop or describe"),
    day: dayField("day of the run, UTC"),
    loaded_at: momentField("moment of the run, UTC"),
    published_at: nullable(dayField("day of publication"), "null: of no release"),
    release_id: nullable(Type.Integer(), "number of its release; null: it has none"),
    new_values: count("values that it added at that time"),
    revised_values: count("values that it revised at that time"),
    latest_period: nullable(monthField("last month of the dataset"), "null: it had no values"),
  },
  "a load run",
);

const COPY = closedObject({
  id: releaseId,
  published_at: dayField("day of publication"),
  sequence: count("place among the releases of the day"),
  fingerprint: fingerprint("as in the evidence"),
  content: fingerprint("of what its files say, however they are packed"),
  source_file: nullable(Type.String(), "name of the file at the publisher"),
  source_url: nullable(Type.String(), "where the publisher gives it"),
  parser: text("parser that read it, name@version"),
  hints: text("what the file lacked and the loader was told, as JSON"),
  loaded_at: momentField("when it was loaded, UTC"),
  metadata: text("names and notes that it gave, as JSON, in the form of the store"),
  value_count: count("values in its files"),
  run: RUN,
  files: Type.Array(
    closedObject({
      name: text("name within the release"),
      sha256: fingerprint("SHA-256 of its bytes"),
      size: count("bytes"),
    }),
    {description: "its files, in the order in which they were read; the bytes are at `/api/v1/archive`"},
  ),
  missing: Type.Array(
    Type.Array(text("the key of a series, then its periods and reasons in the form of the store"), {
      minItems: 2,
      maxItems: 2,
    }),
    {description: "why it gives some series no value"},
  ),
});

export const STATE_SCHEMA = closedObject({
  ...state,
  changed_at: momentField("when the state was made, UTC"),
  proof: nullable(
    fingerprint(
      "hash of everything that answers are made of beside the histories; a copy with the same one has the same entity tags",
    ),
    "null: copies were asked for",
  ),
  run: RUN,
  listed: Type.Array(
    closedObject({
      day: dayField("day of the list"),
      code: text("code of the indicator"),
      name: nullable(Type.String(), "name; null: the list has none"),
      agency: nullable(Type.String(), "agency; null: the list has none"),
      topics: nullable(Type.Array(Type.Array(Type.String())), "headings above it; null: the list has none"),
      excluded: nullable(yesNo("it is excluded there"), "null: the list does not say"),
    }),
    {description: "what lists of the provider say of the dataset, by their days"},
  ),
  weeks: Type.Array(closedObject({week: text("YYYY-Wnn"), day: dayField("its day")}), {
    description: "the weeks that occur; none unless it has weekly series",
  }),
  releases: Type.Array(
    closedObject({
      id: releaseId,
      load_run: text("its load run: who has a release of this run has this release"),
      ...amounts,
      withdrawn_values: count("values that it withdrew"),
    }),
    {description: "every release, in the order of publication"},
  ),
  copies: Type.Array(COPY, {description: "of the first of the wanted releases, as many as fit in an answer"}),
});

export const STATE_OPERATION: Operation = {
  operationId: "getState",
  tag: "Updates",
  summary: "What a mirror needs of a dataset beside its values",
  description:
    "The releases of a dataset and what is known of them, in the state of `version`. Together with the changes up to that version it makes a copy whose answers, evidence and entity tags are those of this service. `ryad pull` reads it. Charges nothing.",
  answers: {200: "The state.", 404: "`NOT_FOUND`: there is no such dataset."},
  answer: "StateOfDataset",
  components: new Map([[RUN, "LoadRun"]]),
  examples: [
    {name: "state", summary: "The state of one dataset", path: "/api/v1/states/cbr/key_rate"},
    {name: "noDataset", summary: "A dataset that is not there", status: 404, path: "/api/v1/states/cbr/none"},
  ],
};
