import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { addCountedClicks } from "@fairclick/services/testing/counted-clicks";
import { addPendingClicks } from "@fairclick/services/testing/marketplace";
import { advanceJudgedUpTo, insertImpressions } from "@fairclick/sql/clicks/pending-clicks";
import { countWaitingConversions, insertConversions } from "@fairclick/sql/conversions/conversions";
import { describe, expect, it } from "vitest";
import { launch, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, db } = app;

type Key = { campaignId: string; creatorId: string };

async function joined() {
  const { id: campaignId, developer } = await launch(app);
  const join = async () => {
    const creator = await register(app, "creator");
    await call("POST", `/api/campaigns/join/${campaignId}`, { token: creator.token });
    return creator;
  };
  return { campaignId, developer, creator: await join(), other: await join() };
}

/** Each conversion has its own click at that time. */
async function addConversions({ campaignId, creatorId }: Key, at: string, events: string[]) {
  const clickedAt = new Date(at);
  const link = { campaignId: asId<CampaignId>(campaignId), creatorId: asId<UserId>(creatorId) };
  const later = new Date(clickedAt.getTime() + 86_400_000);
  const clicks = await addCountedClicks(db, [{ ...link, at: clickedAt, times: events.length }]);
  await insertConversions(
    db.sql,
    clicks.map((clickId, n) => ({
      ...{ ...link, clickId, event: events[n] ?? "", clickedAt, at: later, valueMicros: null },
    })),
  );
  await countWaitingConversions(db.sql, null);
}

type Counted = { at: string; verdict: "valid" | "invalid" | "held"; clicks: number };

const addCounted = (link: Key, { at, verdict, clicks }: Counted) =>
  addCountedClicks(db, [{ ...link, at: new Date(at), verdict, times: clicks }]);

const addPending = (link: Key, at: string) => addPendingClicks(db, [{ ...link, at: new Date(at) }]);

const nothing = {
  valid: 0,
  invalid: 0,
  held: 0,
  unpaid: 0,
  pending: 0,
  spend: 0,
  impressions: 0,
  conversions: 0,
};
const threeDays = "from=2026-03-01T00:00:00Z&to=2026-03-04T00:00:00Z&step=day";

describe("GET /api/campaigns/{id}/stats/series", () => {
  it("has one point per day of the requested time zone, for all links together", async () => {
    const { campaignId, developer, creator, other } = await joined();
    const first = { campaignId, creatorId: creator.id };
    const second = { campaignId, creatorId: other.id };
    await addCounted(first, { at: "2026-03-01T22:00:00Z", verdict: "valid", clicks: 2 });
    await addCounted(first, { at: "2026-03-01T23:00:00Z", verdict: "valid", clicks: 4 });
    await addCounted(second, { at: "2026-03-01T23:00:00Z", verdict: "invalid", clicks: 3 });
    await addPending(second, "2026-03-03T10:00:00Z");
    const get = (timeZone: string) =>
      call("GET", `/api/campaigns/${campaignId}/stats/series?${threeDays}&timeZone=${timeZone}`, {
        token: developer.token,
      });
    const utc = await get("UTC");
    expect(utc.json.data).toEqual({
      step: "day",
      timeZone: "UTC",
      judgedUpTo: null,
      points: [
        { ...nothing, at: "2026-03-01T00:00:00.000Z", valid: 6, invalid: 3, spend: 0.009 },
        { ...nothing, at: "2026-03-02T00:00:00.000Z" },
        { ...nothing, at: "2026-03-03T00:00:00.000Z", pending: 1 },
      ],
    });
    const berlin = await get("Europe/Berlin");
    expect(berlin.json.data.points.slice(0, 3)).toEqual([
      { ...nothing, at: "2026-02-28T23:00:00.000Z", valid: 2, spend: 0.003 },
      { ...nothing, at: "2026-03-01T23:00:00.000Z", valid: 4, invalid: 3, spend: 0.006 },
      { ...nothing, at: "2026-03-02T23:00:00.000Z", pending: 1 },
    ]);
  });

  it("starts days correctly in a time zone with a fractional offset", async () => {
    const { campaignId, developer, creator } = await joined();
    const key = { campaignId, creatorId: creator.id };
    await addCounted(key, { at: "2026-03-01T18:00:00Z", verdict: "valid", clicks: 1 });
    await addCounted(key, { at: "2026-03-01T18:15:00Z", verdict: "valid", clicks: 2 });
    await addCounted(key, { at: "2026-03-01T18:30:00Z", verdict: "valid", clicks: 4 });
    const get = async (timeZone: string) => {
      const path = `/api/campaigns/${campaignId}/stats/series?${threeDays}&timeZone=${timeZone}`;
      const { json } = await call("GET", path, { token: developer.token });
      return json.data.points.slice(0, 2).map((point: { valid: number }) => point.valid);
    };
    expect(await get("Asia/Kolkata")).toEqual([3, 4]);
    expect(await get("Asia/Kathmandu")).toEqual([1, 6]);
  });

  it("has the impressions of each step, and the conversions of its clicks", async () => {
    const { campaignId, developer, creator, other } = await joined();
    const first = { campaignId, creatorId: creator.id };
    const second = { campaignId, creatorId: other.id };
    const count = (link: Key, at: string, impressions: number) =>
      insertImpressions(db.sql, [{ ...link, startsAt: new Date(at), impressions }]);
    await count(first, "2026-03-01T18:15:00Z", 10);
    await count(first, "2026-03-01T18:30:00Z", 20);
    await count(first, "2026-03-01T18:30:00Z", 30);
    await count(second, "2026-03-01T18:30:00Z", 400);
    await addConversions(first, "2026-03-01T18:29:59Z", ["joined", "purchase", "joined"]);
    await addConversions(second, "2026-03-01T18:30:00Z", ["joined"]);
    const get = async (path: string, token: string) => {
      const query = `${threeDays}&timeZone=Asia/Kolkata`;
      const { json } = await call("GET", `${path}/stats/series?${query}`, { token });
      return json.data.points
        .slice(0, 2)
        .map(({ impressions, conversions }: typeof nothing) => [impressions, conversions]);
    };
    const ofCampaign = () => get(`/api/campaigns/${campaignId}`, developer.token);
    expect(await ofCampaign()).toEqual([
      [10, 2],
      [450, 1],
    ]);
    expect(await get(`/api/links/${campaignId}`, creator.token)).toEqual([
      [10, 2],
      [50, 0],
    ]);
    await call("PUT", `/api/campaigns/${campaignId}/events`, {
      token: developer.token,
      json: { own: ["purchase"], conversion: "purchase" },
    });
    expect(await ofCampaign()).toEqual([
      [10, 1],
      [450, 0],
    ]);
  });

  it("has points per hour, and judgedUpTo", async () => {
    const { campaignId, developer, creator } = await joined();
    await addCounted(
      { campaignId, creatorId: creator.id },
      { at: "2026-03-01T01:00:00Z", verdict: "held", clicks: 1 },
    );
    await advanceJudgedUpTo(db.sql, {
      shard: 0,
      shards: 1,
      watermark: new Date("2026-03-01T01:30:00Z"),
    });
    const { json } = await call(
      "GET",
      `/api/campaigns/${campaignId}/stats/series?from=2026-03-01T00:20:00Z&to=2026-03-01T02:00:00Z&step=hour`,
      { token: developer.token },
    );
    expect(json.data).toEqual({
      step: "hour",
      timeZone: "UTC",
      judgedUpTo: "2026-03-01T01:30:00.000Z",
      points: [
        { ...nothing, at: "2026-03-01T00:00:00.000Z" },
        { ...nothing, at: "2026-03-01T01:00:00.000Z", held: 1 },
      ],
    });
  });

  it.each([
    ["from=yesterday&to=2026-03-02T00:00:00Z&step=day", "from is not a moment"],
    ["from=2026-03-02T00:00:00Z&to=2026-03-02T00:00:00Z&step=day", "to must be after from"],
    ["from=2024-03-02T00:00:00Z&to=2026-03-02T00:00:00Z&step=day", "Ask for at most 400 days"],
    ["from=2026-01-02T00:00:00Z&to=2026-03-02T00:00:00Z&step=hour", "at most 32 days by the hour"],
    [`${threeDays}&timeZone=Mars/Base`, "timeZone must be a name"],
    [`${threeDays}&timeZone=%2B05:30`, "timeZone must be a name"],
    ["from=2026-03-01T00:00:00Z&to=2026-03-04T00:00:00Z&step=week", "step must be hour or day"],
  ])("refuses %s", async (query, message) => {
    const { campaignId, developer } = await joined();
    const path = `/api/campaigns/${campaignId}/stats/series?${query}`;
    const answer = await call("GET", path, { token: developer.token });
    expect(answer.status).toBe(422);
    expect(answer.json.message).toContain(message);
  });

  it("is hidden from other users", async () => {
    const { campaignId, creator } = await joined();
    const path = `/api/campaigns/${campaignId}/stats/series?${threeDays}`;
    expect((await call("GET", path)).status).toBe(401);
    expect((await call("GET", path, { token: creator.token })).status).toBe(403);
  });
});

describe("GET /api/links/{campaignId}/stats/series", () => {
  it("shows a creator only their own link", async () => {
    const { campaignId, developer, creator, other } = await joined();
    const add = (creatorId: string, clicks: number) =>
      addCounted(
        { campaignId, creatorId },
        { at: "2026-03-01T05:00:00Z", verdict: "valid", clicks },
      );
    await add(creator.id, 5);
    await add(other.id, 7);
    await addPending({ campaignId, creatorId: other.id }, "2026-03-01T06:00:00Z");
    const path = `/api/links/${campaignId}/stats/series?${threeDays}`;
    const { json } = await call("GET", path, { token: creator.token });
    expect(json.data.points[0]).toMatchObject({ valid: 5, pending: 0, spend: 0.0075 });
    const asDeveloper = await call("GET", path, { token: developer.token });
    expect(asDeveloper.json.message).toBe("Link not found");
  });
});
