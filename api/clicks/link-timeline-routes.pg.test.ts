import {
  linkTimelineQuerySchema,
  linkTimelineResponseSchema,
} from "@fairclick/core/clicks/link-timeline-schema";
import { readLinkTimeline } from "@fairclick/services/clicks/inspect/read-link-timeline";
import { settleClicks } from "@fairclick/services/clicks/settle/settle-clicks";
import { addCampaign, addPendingClicks, addUser } from "@fairclick/services/testing/marketplace";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { describe, expect, it } from "vitest";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, db, addOperator } = app;
const { token } = await addOperator("Ann", ["clicks:read"]);
const campaign = await addCampaign(db);
const creator = await addUser(db);
const startedAt = new Date("2026-03-01T12:00:00.000Z").getTime();
const at = (minutes: number) => new Date(startedAt + minutes * 60_000);
const link = { campaignId: campaign.id, creatorId: creator };
const bot = { signal: "known_bot" as const, evidence: { pattern: "curl" } };
const vpn = { signal: "vpn" as const, evidence: { list: "x4bnet-vpn-v4", range: "10.1.0.0/16" } };

await addPendingClicks(db, [
  { ...link, at: at(0), ipKey: "10.2.0.9", deviceKey: "phone" },
  { ...link, at: at(2), ipKey: "10.2.0.9", deviceKey: "tablet", signals: [bot] },
  { ...link, at: at(4), ipKey: "10.1.2.3", signals: [vpn] },
  { campaignId: campaign.id, creatorId: await addUser(db), at: at(4), ipKey: "10.1.9.9" },
]);
await settleClicks(systemCtx(db), {
  watermark: at(60),
  windowSeconds: 60,
  shard: 0,
  shards: 1,
  batchSize: 100,
});

describe("GET /api/admin/clicks/timeline", () => {
  const read = (query: string) =>
    call("GET", `/api/admin/clicks/timeline?campaign=${campaign.id}&${query}`, { token });

  it.each([
    ["minute", 5, ["12:00", "12:01", "12:02", "12:03", "12:04"], [1, 0, 1, 0, 1]],
    ["hour", 2, ["11:00", "12:00"], [0, 3]],
    ["day", 2, ["00:00", "00:00"], [0, 3]],
  ])(
    "counts the clicks of a link per %s, also of steps without clicks",
    async (step, count, times, counts) => {
      const to = at(4.5).toISOString();
      const { status, json, text } = await read(
        `creator=${creator}&step=${step}&to=${to}&count=${count}`,
      );
      expect(status, text).toBe(200);
      const { points, isPartial } = linkTimelineResponseSchema.parse(json).data;
      expect(isPartial).toBe(false);
      expect(points.map((point) => point.at.slice(11, 16))).toEqual(times);
      const all = points.map(({ valid, held, invalid, unpaid }) => valid + held + invalid + unpaid);
      expect(all).toEqual(counts);
      expect(points.reduce((sum, { paidMicros }) => sum + Number(paidMicros), 0)).toBe(1_500);
      expect(points.at(-1)).toMatchObject({ held: 1 });
    },
  );

  it("counts the newest clicks by the minute if there are too many, and says so", async () => {
    const query = { campaign: campaign.id, creator, step: "minute", to: at(5).toISOString() };
    const ctx = systemCtx(db);
    const { points, isPartial } = await readLinkTimeline(
      ctx,
      linkTimelineQuerySchema.parse(query),
      2,
    );
    expect(isPartial).toBe(true);
    expect(points.slice(-5).map(({ valid, invalid, held }) => [valid, invalid, held])).toEqual([
      ...[
        [0, 0, 0],
        [0, 0, 0],
        [0, 1, 0],
        [0, 0, 0],
        [0, 0, 1],
      ],
    ]);
  });

  it.each([
    ["creator=nobody-at-all&step=hour", 404],
    [`creator=${creator}&step=week`, 422],
    [`creator=${creator}&step=hour&count=401`, 422],
    [`creator=${creator}&step=hour&to=0000-01-01T00:00:00Z`, 422],
    ["step=hour", 422],
  ])("refuses %s", async (query, status) => {
    expect((await read(query)).status).toBe(status);
  });
});
