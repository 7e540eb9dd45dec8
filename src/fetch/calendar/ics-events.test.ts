import assert from "node:assert/strict";
import {test} from "node:test";
import {dayText, parseDay} from "../../statistics/time/day.ts";
import {readCalendarEvents} from "./ics-events.ts";

const UNTIL = parseDay("2026-12-31")!;

function daysOf(...events: readonly string[]): string[] {
  const lines = events.map((event) => `BEGIN:VEVENT\nDTSTAMP:20260101T000000Z\n${event}\nEND:VEVENT`);
  const text = `BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//x//x//EN\n${lines.join("\n")}\nEND:VCALENDAR\n`;
  return readCalendarEvents(text.replaceAll("\n", "\r\n"), "Europe/Moscow", UNTIL)
    .map(({title, day}) => `${title} ${dayText(day)}`)
    .sort();
}

test("an event is on the day that the publisher writes: all-day ones on their date, times in UTC in the publisher's zone [calendar.ics]", () => {
  assert.deepEqual(
    daysOf(
      "UID:1\nSUMMARY:a\nDTSTART;VALUE=DATE:20260310\nDTEND;VALUE=DATE:20260311",
      "UID:2\nSUMMARY:b\nDTSTART:20260310T213000Z",
      "UID:3\nSUMMARY:c\nDTSTART;TZID=America/New_York:20260310T233000",
      "UID:4\nSUMMARY:d\nDTSTART:20260310T233000",
      "UID:5\nSUMMARY:gone\nSTATUS:CANCELLED\nDTSTART;VALUE=DATE:20260310",
    ),
    ["a 2026-03-10", "b 2026-03-11", "c 2026-03-10", "d 2026-03-10"],
  );
});

test("a recurring event has its occurrences until the last day, with left out, moved, cancelled and added ones [calendar.ics]", () => {
  const weekly = "UID:w\nSUMMARY:w\nDTSTART;VALUE=DATE:20260304\nRRULE:FREQ=WEEKLY;COUNT=6";
  assert.deepEqual(
    daysOf(
      `${weekly}\nEXDATE;VALUE=DATE:20260311\nRDATE;VALUE=DATE:20260320`,
      "UID:w\nSUMMARY:w moved\nRECURRENCE-ID;VALUE=DATE:20260318\nDTSTART;VALUE=DATE:20260319",
      "UID:w\nSUMMARY:w\nSTATUS:CANCELLED\nRECURRENCE-ID;VALUE=DATE:20260325\nDTSTART;VALUE=DATE:20260325",
    ),
    ["w 2026-03-04", "w 2026-03-20", "w 2026-04-01", "w 2026-04-08", "w moved 2026-03-19"],
  );
  const monthly = daysOf("UID:m\nSUMMARY:m\nDTSTART;VALUE=DATE:20260131\nRRULE:FREQ=MONTHLY;BYMONTHDAY=-1");
  assert.deepEqual([monthly.length, monthly[1], monthly.at(-1)], [12, "m 2026-02-28", "m 2026-12-31"]);
  assert.deepEqual(daysOf("UID:l\nSUMMARY:lone\nRECURRENCE-ID;VALUE=DATE:20260318\nDTSTART;VALUE=DATE:20260319"), [
    "lone 2026-03-19",
  ]);
});

test("a text that is no calendar is refused [calendar.ics]", () => {
  for (const text of ["", "<!doctype html><title>x</title>", "BEGIN:VCARD\r\nEND:VCARD\r\n", "BEGIN:VCALENDAR\r\n"])
    assert.throws(() => readCalendarEvents(text, "UTC", UNTIL), /no calendar/, text);
});
