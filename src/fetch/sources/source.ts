// A source: one block of sources.yaml, which says where files of a publisher come from, when, and what they are.
//
// The schema is the one text of its form: the file is checked by it, and docs/sources.schema.json is written from it for editors. What a
// schema can't say (one of five kinds, words of cron) is in source-faults.ts.
import {type Static, Type} from "typebox";

const closed = {additionalProperties: false} as const;

/** An optional text that is not empty. */
function text(description: string) {
  return Type.Optional(Type.String({description, minLength: 1}));
}

function positive(description: string, maximum: number) {
  return Type.Optional(Type.Number({description, exclusiveMinimum: 0, maximum}));
}

const FORM = Type.Object(
  {
    url: Type.String({description: "the address that the form is sent to, by POST", minLength: 1}),
    page: text("a page that is read before: its cookies go with the form"),
    hidden: text("the id of an element of that page, whose hidden inputs are sent too: a token for one use"),
    grid: text(
      "the name of the object of a page's script that lists filters, as EMISS has (FGrid): every value of every filter is selected",
    ),
    only: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.Union([Type.String(), Type.Number()])), {
        description: "of a grid: the identifiers of the values that are selected, by the identifier of their filter",
      }),
    ),
    fields: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Union([Type.String(), Type.Number(), Type.Array(Type.Union([Type.String(), Type.Number()]))]),
        {description: "fields of the form; of a list each element is a field of that name"},
      ),
    ),
    body: text("the body, if it is no list of fields: the envelope of a SOAP call"),
    type: text("the media type of the body"),
  },
  closed,
);

const AS = Type.Object(
  {
    provider: text("code of the provider, if the files do not name it"),
    dataset: text("code of the dataset, if the files do not name it; a file of another dataset is refused"),
    territory: text("territory by ISO 3166, if the files have none"),
    descriptor: text("path of the descriptor of a workbook or text table, relative to sources.yaml"),
  },
  closed,
);

const WHEN = Type.Object(
  {
    cron: text("five words of cron: minute, hour, day of the month, month, day of the week"),
    zone: text("time zone of the words, as Europe/Moscow; UTC when not given"),
    after: Type.Optional(
      Type.Literal("calendar", {
        description:
          "hourly from the announced day of the next release, or from two days before the estimated one, until there is a newer release",
      }),
    ),
  },
  closed,
);

const POLITE = Type.Object(
  {
    pause: Type.Optional(
      Type.Number({
        description: "seconds between two requests to one host, over all servers; 2",
        minimum: 0,
        maximum: 3600,
      }),
    ),
    agent: text("User-Agent; some publishers want an address of a person in it"),
    tries: Type.Optional(
      Type.Integer({description: "requests until a host counts as unreachable; 3", minimum: 1, maximum: 10}),
    ),
    backoff: positive("seconds before the second try, four times as long before each further one; 5", 600),
  },
  closed,
);

const SOURCE = Type.Object(
  {
    id: Type.String({description: "short name, unique in the file", pattern: "^[a-z0-9][a-z0-9_-]{0,63}$"}),
    url: text("address of a file; {today:yyyy-MM-dd} and {today-30d:dd/MM/yyyy} are days"),
    each: Type.Optional(
      Type.Union([Type.Literal("day"), Type.Literal("month"), Type.Literal("quarter"), Type.Literal("year")], {
        description:
          "the address has a file for each of these: those of the last `back` are fetched that are not there yet",
      }),
    ),
    back: Type.Optional(Type.Integer({description: "how many of `each` are looked at; 7", minimum: 1, maximum: 400})),
    page: text("address of a page that links to files"),
    link: text(
      "regular expression that the address or the text of a link has; of several the one with the greatest (?<year>…)(?<month>…)(?<day>…) or other groups counts, else the first",
    ),
    form: Type.Optional(FORM),
    folder: text("folder of files, relative to sources.yaml"),
    command: Type.Optional(
      Type.Array(Type.String(), {
        description: "a program and its arguments, run in an empty folder in which it leaves one file",
        minItems: 1,
      }),
    ),
    name: text("file name, if the address has none: parsers look at its ending"),
    as: Type.Optional(AS),
    announces: Type.Optional(
      Type.Record(Type.String({pattern: "^[^/]+/[^/]+$"}), Type.String({minLength: 1}), {
        description:
          "the file is the publisher's calendar (ICS) and no figures: by PROVIDER/DATASET the regular expression of the titles of its releases",
      }),
    ),
    when: Type.Optional(WHEN),
    polite: Type.Optional(POLITE),
    through: Type.Optional(
      Type.Object(
        {
          proxy: text("http:// address of a proxy"),
          ca: text("PEM file with the certificates of an authority, relative to sources.yaml"),
        },
        closed,
      ),
    ),
    limits: Type.Optional(
      Type.Object(
        {bytes: positive("largest file; 268435456", 2 ** 40), seconds: positive("longest request; 300", 86_400)},
        closed,
      ),
    ),
    notify: Type.Optional(
      Type.Array(Type.String({format: "email"}), {description: "addresses that hear of its faults"}),
    ),
  },
  closed,
);

export const SOURCES_SCHEMA = Type.Object(
  {sources: Type.Array(SOURCE, {description: "the sources, in the order in which they are fetched"})},
  {...closed, $schema: "https://json-schema.org/draft/2020-12/schema", title: "sources.yaml of Ryad"},
);

/** As the operator wrote it. */
export type FetchSource = Static<typeof SOURCE>;
export type SourceForm = Static<typeof FORM>;

export const SOURCE_KINDS = ["url", "page", "form", "folder", "command"] as const;

/** The one way by which a source gets its files. */
export function sourceKind(source: FetchSource): (typeof SOURCE_KINDS)[number] {
  return SOURCE_KINDS.find((kind) => source[kind] !== undefined)!;
}

/** What every source has, with the defaults of what it does not say. Seconds and bytes. */
export function termsOf({polite, limits}: FetchSource) {
  return {
    pause: polite?.pause ?? 2,
    tries: polite?.tries ?? 3,
    backoff: polite?.backoff ?? 5,
    bytes: limits?.bytes ?? 256 * 2 ** 20,
    seconds: limits?.seconds ?? 300,
  };
}
