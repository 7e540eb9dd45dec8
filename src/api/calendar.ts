// GET /api/v1/calendar: the releases that are expected between two days, announced by their publishers or estimated from past ones.
//
// Each row says which of the two it is. A dataset with an announced day to come has no estimate, and only the next release is estimated.
import type {FastifyInstance} from "fastify";
import {Type} from "typebox";
import {ANSWER_LIMITS} from "../access/account.ts";
import {dayText, todayOf} from "../statistics/time/day.ts";
import {type ExpectedRelease, releaseCalendar} from "../store/overview/expected-release.ts";
import {splitDatasetCode} from "./dataset.ts";
import {closedObject, count, dayField, nullable, text, yesNo} from "./http/field-schemas.ts";
import type {Operation} from "./http/operation.ts";
import {
  dayParameter,
  limitParameter,
  offsetParameter,
  type QueryString,
  readDay,
  readRequest,
} from "./http/parameters.ts";
import {addRoute, sendListPage} from "./http/route.ts";
import type {RouteContext} from "./server-context.ts";

/** Of the calendar when `to` is left out. */
const DAYS_SHOWN = 90;

const CALENDAR_PARAMETERS = Type.Object({
  from: dayParameter("first day, YYYY-MM-DD, included; today when omitted"),
  to: dayParameter(`last day, YYYY-MM-DD, included; ${DAYS_SHOWN} days after \`from\` when omitted`),
  provider: Type.Optional(Type.String({description: "provider code; every provider when omitted"})),
  dataset: Type.Optional(
    Type.String({
      description:
        "`provider/dataset`, or the dataset code alone, of any provider; unknown: no rows; every dataset when omitted",
    }),
  ),
  limit: limitParameter(ANSWER_LIMITS.calendarRows, "rows on a page"),
  offset: offsetParameter("rows before the page"),
});

const CALENDAR_SCHEMA = closedObject({
  items: Type.Array(
    closedObject({
      day: dayField("day of the release"),
      basis: Type.Enum(["announced", "estimated"], {
        description: "announced by the publisher, or estimated from the days of past releases",
      }),
      source: nullable(Type.String(), "who announced the day; null: the package of the last release, or an estimate"),
      provider_code: text("provider of the dataset"),
      dataset_code: text("code of the dataset"),
      name: text("name of the dataset"),
      interval_days: nullable(Type.Integer({minimum: 1}), "usual days between its releases; null: they have no rhythm"),
    }),
    {description: "the nearest first"},
  ),
  total: count("rows in all"),
  has_more: yesNo("more rows follow"),
  next_offset: nullable(Type.Integer({minimum: 1}), "offset of the next page; null when none"),
});

const CALENDAR_OPERATION: Operation = {
  operationId: "listExpectedReleases",
  tag: "Updates",
  summary: "What is expected, and when",
  description:
    "The releases that are expected between two days. `announced` days come from publishers; `estimated` ones from the days of past releases: of each dataset without an announced day to come the next one, if its releases have a rhythm. Past days have announced rows only. As a calendar for people: /calendar.ics of the site. Charges nothing.",
  answers: {200: "The page; empty after the last row."},
  headers: ["Link"],
  answer: "Calendar",
  item: "CalendarRow",
  examples: [
    {
      name: "page",
      summary: "The first expected release",
      path: "/api/v1/calendar?from=2015-01-01&to=2199-12-31&limit=1",
    },
    {name: "noDay", summary: "A `from` that is not a day", status: 422, path: "/api/v1/calendar?from=tomorrow"},
  ],
};

/** Part of the ETag: raise it when the same rows would be written differently. */
const CALENDAR_VERSION = 1;

export function routeCalendar(server: FastifyInstance, {store, settings, now}: RouteContext): void {
  addRoute(server, {
    url: "/api/v1/calendar",
    operation: CALENDAR_OPERATION,
    query: CALENDAR_PARAMETERS,
    answer: CALENDAR_SCHEMA,
    handler: async (request, reply) => {
      const query = request.query as QueryString;

      // what
      const today = todayOf(settings.today, now());
      const {provider, dataset, limit, offset, ...days} = readCalendarRequest(query, today);
      request.stages?.end("what");

      // which rows
      const wanted = (await store.overview.read()).filter(
        ({dataset: one}) =>
          (provider === null || one.provider === provider) &&
          (dataset === null ||
            (one.code === dataset.dataset && (dataset.provider === null || one.provider === dataset.provider))),
      );
      const rows = releaseCalendar(wanted, {...days, today});
      request.stages?.end("read");

      // write the body
      const page = {items: rows.slice(offset, offset + limit).map(describeRelease), total: rows.length, offset};
      const paged = {path: "/api/v1/calendar", names: PARAMETER_NAMES, given: query};
      const {publicUrl} = settings;
      return sendListPage(request, reply, ["calendar", CALENDAR_VERSION], page, {...paged, publicUrl});
    },
  });
}

const PARAMETER_NAMES = Object.keys(CALENDAR_PARAMETERS.properties);

/** Throws InvalidParameters with all faults. */
function readCalendarRequest(query: QueryString, today: number) {
  return readRequest(CALENDAR_PARAMETERS, query, ({from, to, provider, dataset, limit, offset}, refuse) => {
    const first = readDay("from", from, refuse) ?? today;
    const last = readDay("to", to, refuse) ?? first + DAYS_SHOWN;
    return {
      from: first,
      to: last,
      provider: provider ?? null,
      dataset: dataset === undefined ? null : splitDatasetCode(dataset),
      limit: limit!,
      offset: offset!,
    };
  });
}

function describeRelease({dataset, day, isAnnounced, source, interval}: ExpectedRelease): object {
  return {
    day: dayText(day),
    basis: isAnnounced ? "announced" : "estimated",
    source,
    provider_code: dataset.provider,
    dataset_code: dataset.code,
    name: dataset.name,
    interval_days: interval,
  };
}
