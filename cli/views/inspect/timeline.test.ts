import { stepMs, type TimelinePoint } from "@fairclick/core/clicks/link-timeline-schema";
import { describe, expect, it } from "vitest";
import { toKey } from "../../testing/play-inspect";
import {
  openTimeline,
  pressInTimeline,
  receiveTimeline,
  resizeTimeline,
  selectColumn,
  selectedPoint,
  type Timeline,
  timelineColumns,
} from "./timeline";
import { drawBars, labelSteps } from "./timeline-chart";

const size = { columns: 80, rows: 24 };
const now = new Date("2026-03-05T13:20:30Z");
const place = { size, now };
const link = {
  campaignId: "01900000-0000-7000-8000-0000000000c1",
  creator: "chris",
  name: "chris",
};
const at = Date.parse("2026-03-01T12:04:05Z");
const iso = (moment: number) => new Date(moment).toISOString();

function press(timeline: Timeline, ...keys: string[]): Timeline {
  return keys.reduce((before, key) => {
    const next = pressInTimeline(before, toKey(key), place);
    if (!next || !("kind" in next)) throw new Error(`${key} closes the timeline`);
    return next;
  }, timeline);
}
const point = (given: Partial<TimelinePoint> = {}): TimelinePoint => ({
  at: iso(at),
  ...{ valid: 0, held: 0, invalid: 0, unpaid: 0, paidMicros: "0" },
  ...given,
});

describe("a timeline", () => {
  const opened = openTimeline(link, at, place);

  it("opens with the hours around the selected click, as many as fit", () => {
    expect(iso(opened.cursor)).toBe("2026-03-01T12:00:00.000Z");
    const { to, count, step } = opened.wanted;
    expect({ count, step }).toEqual({ count: timelineColumns(size), step: "hour" });
    expect(iso(to)).toBe("2026-03-03T00:00:00.000Z");
  });

  it("ends with the current step", () => {
    const recent = openTimeline(link, now.getTime(), place);
    expect(iso(recent.wanted.to)).toBe("2026-03-05T14:00:00.000Z");
    expect(iso(press(recent, "right", "pageDown").cursor)).toBe("2026-03-05T13:00:00.000Z");
    expect(iso(press(opened, "end").cursor)).toBe("2026-03-05T13:00:00.000Z");
  });

  it("zooms to the minutes of the selected hour, and out to days", () => {
    expect(iso(press(opened, "+").cursor)).toBe("2026-03-01T12:04:00.000Z");
    const minutes = press(opened, "right", "left", "+");
    expect(iso(minutes.cursor)).toBe("2026-03-01T12:30:00.000Z");
    expect(minutes.wanted.step).toBe("minute");
    const shown = (moment: string) => {
      const { to, count } = minutes.wanted;
      const time = Date.parse(moment);
      return time >= to - count * stepMs.minute && time < to;
    };
    expect(shown("2026-03-01T12:00:00Z") && shown("2026-03-01T12:59:00Z")).toBe(true);
    expect(press(minutes, "+")).toBe(minutes);
    const days = press(minutes, "-", "-");
    expect(days.wanted.step).toBe("day");
    expect(iso(days.cursor)).toBe("2026-03-01T00:00:00.000Z");
    expect(press(days, "-").wanted.step).toBe("day");
  });

  it("keeps its steps while the cursor is on the screen, and then shows others", () => {
    const moved = press(opened, "left", "left", "right");
    expect(moved.wanted).toBe(opened.wanted);
    expect(iso(moved.cursor)).toBe("2026-03-01T11:00:00.000Z");
    const far = press(opened, "pageUp", "pageUp");
    expect(far.wanted).not.toBe(opened.wanted);
    expect(far.isLoading).toBe(true);
    expect(far.cursor).toBeLessThan(far.wanted.to);
  });

  it("leads to the clicks of the selected step, whatever their verdict", () => {
    expect(pressInTimeline(press(opened, "left"), toKey("enter"), place)).toEqual({
      filter: `any campaign:${link.campaignId} creator:chris from:2026-03-01T11:00Z to:2026-03-01T12:00Z`,
    });
    expect(pressInTimeline(opened, toKey("escape"), place)).toBeNull();
  });

  it("ignores an answer to an earlier request", () => {
    const page = { points: [point({ at: iso(opened.cursor), valid: 3 })], isPartial: false };
    const read = receiveTimeline(opened, opened.wanted, page);
    expect(selectedPoint(read)).toMatchObject({ valid: 3 });
    expect(receiveTimeline(press(opened, "+"), opened.wanted, page).points).toEqual([]);
    expect(press(read, "R").wanted).not.toBe(opened.wanted);
  });

  it("selects a column, and keeps the cursor on a smaller screen", () => {
    const first = selectColumn(opened, 0);
    expect(first.cursor).toBe(opened.wanted.to - opened.wanted.count * stepMs.hour);
    expect(selectColumn(opened, -1)).toBe(opened);
    expect(selectColumn(opened, opened.wanted.count)).toBe(opened);
    const wide = openTimeline(link, at, { size: { columns: 300, rows: 50 }, now });
    const narrow = resizeTimeline(selectColumn(wide, 0), size);
    expect(narrow.wanted.count).toBe(timelineColumns(size));
    expect(narrow.cursor).toBe(narrow.wanted.to - narrow.wanted.count * stepMs.hour);
  });
});

describe("a bar chart", () => {
  it("stacks verdicts in proportion, and shows at least one cell of a step with clicks", () => {
    const points = [
      point({ valid: 50, invalid: 50 }),
      point(),
      point({ held: 1 }),
      point({ valid: 20, unpaid: 5 }),
    ];
    expect(drawBars(points, 4)).toEqual([
      ["invalid", null, null, null],
      ["invalid", null, null, null],
      ["valid", null, null, null],
      ["valid", null, "held", "valid"],
    ]);
    expect(drawBars([], 2)).toEqual([[], []]);
  });

  it("labels days at midnight, quarter hours and weeks, without overlap", () => {
    const from = Date.parse("2026-03-01T20:00:00Z");
    expect(labelSteps("hour", from, 20)).toBe("    03-02 06    12  ");
    expect(labelSteps("minute", from, 20)).toBe("20:00          20:15");
    expect(labelSteps("day", Date.parse("2026-03-01T00:00:00Z"), 14)).toBe(" 03-02  03-09 ");
  });
});
