import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recordClicks } from "../jobs";
import { packClicks } from "./click";
import { newClick } from "./testing/new-click";

/** Short and long ones, the same and others, with everything that JSON has to escape. */
const text = fc.oneof(
  fc.constantFrom(
    "GET",
    "document",
    "Mozilla/5.0 (Linux; Android 10; K)",
    "ünïcode \ud83d\ude00 text",
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
);
const textOrNull = fc.option(text);
const click = fc
  .record({
    id: fc.uuid(),
    at: fc.integer({ min: 1, max: 8_640_000_000_000_000 }),
    campaignId: fc.uuid(),
    creatorId: fc.uuid(),
    ip: fc.oneof(fc.ipV4(), fc.ipV6()),
    device: textOrNull,
    method: text,
    userAgent: textOrNull,
    referrer: textOrNull,
    acceptLanguage: textOrNull,
    purpose: textOrNull,
    secFetchDest: textOrNull,
    secFetchMode: textOrNull,
    secFetchSite: textOrNull,
    secChUa: textOrNull,
    secChUaMobile: textOrNull,
    secChUaPlatform: textOrNull,
    secure: fc.boolean(),
    unpaid: fc.constantFrom("paused" as const, null),
  })
  .chain((click) =>
    fc.constantFrom({}, { linkName: "bio" }).map((named) => newClick({ ...click, ...named })),
  );

const deliver = (payload: unknown) =>
  recordClicks.schema.parse(JSON.parse(JSON.stringify(payload)));

describe("packClicks", () => {
  it("loses nothing and keeps the order", () => {
    fc.assert(
      fc.property(fc.array(click, { minLength: 1, maxLength: 20 }), (clicks) => {
        expect(deliver(packClicks(clicks)).clicks).toEqual(clicks);
      }),
    );
  });

  it("writes what many clicks have in common once", () => {
    const clicks = Array.from({ length: 100 }, () => newClick());
    const packed = JSON.stringify(packClicks(clicks)).length;
    expect(packed).toBeLessThan(JSON.stringify(clicks).length / 3);
  });
});

describe("a delivery", () => {
  it("keeps its other clicks when one is none", () => {
    const [good, bad] = [newClick(), newClick()];
    const batch = packClicks([good, bad]);
    const [row] = batch.rows;
    for (const none of [null, 7, "text", {}, [], [good.id, 0, 99, 99]]) {
      const { clicks } = deliver({ ...batch, rows: [none, row] });
      expect(clicks).toHaveLength(2);
      expect(clicks[1]).toEqual(good);
    }
  });

  it("of another version, without clicks, or of something else is refused", () => {
    const batch = packClicks([newClick()]);
    for (const payload of [
      { ...batch, version: 2 },
      { ...batch, rows: [] },
      { clicks: [] },
      null,
    ]) {
      expect(recordClicks.schema.safeParse(payload).success).toBe(false);
    }
  });
});
