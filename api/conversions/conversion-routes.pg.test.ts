import { randomUUID } from "node:crypto";
import type { ReportResult } from "@fairclick/core/conversions/conversions";
import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { countConversions, countPlayers } from "@fairclick/services/conversions/conversions";
import { addClick, changeVerdict, judgeAs } from "@fairclick/services/conversions/testing/judge-as";
import { addCountedClicks } from "@fairclick/services/testing/counted-clicks";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { insertImpressions } from "@fairclick/sql/clicks/pending-clicks";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { launch, type Person, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, db, owner, clock } = app;
const DAY_MS = 86_400_000;

let developer: Person;
let campaignId: string;
let creator: Person;
let key: string;

beforeAll(async () => {
  creator = await register(app, "creator");
});

beforeEach(async () => {
  clock.at = new Date();
  ({ developer, id: campaignId } = await launch(app));
  await call("POST", `/api/campaigns/join/${campaignId}`, { token: creator.token });
  const made = await call("POST", `/api/campaigns/${campaignId}/keys`, {
    token: developer.token,
    json: { name: "Game server" },
  });
  key = made.json.data.token;
});

const report = (json: unknown, token = key) => call("POST", "/api/conversions", { token, json });

const click = (at?: Date) =>
  addClick(db, { campaignId, creatorId: creator.id, ...(at ? { at } : {}) });

async function validClick(at?: Date): Promise<string> {
  const id = await click(at);
  await judgeAs(owner, id, "valid");
  return id;
}

async function overview() {
  const answer = await call("GET", `/api/campaigns/${campaignId}/conversions`, {
    token: developer.token,
  });
  expect(answer.status).toBe(200);
  return answer.json.data;
}

describe("POST /api/conversions", () => {
  it("counts a report about a valid click once, even if it is repeated", async () => {
    const clickId = await validClick();
    const first = await report({ clickId: `fc_${clickId}`, event: "joined" });
    expect(first.status).toBe(200);
    expect(first.json).toEqual({
      status: "success",
      accepted: 1,
      refused: 0,
      results: [
        {
          clickId: `fc_${clickId}`,
          event: "joined",
          status: "accepted",
          reason: null,
          message: null,
        },
      ],
    });
    const again = await report([
      { clickId, event: "joined" },
      { clickId: clickId.toUpperCase(), event: "joined" },
    ]);
    expect(again.json.results.map((each: { status: string }) => each.status)).toEqual([
      "duplicate",
      "duplicate",
    ]);
    expect(await overview()).toMatchObject({ conversions: 1, conversion: "joined" });
  });

  it("counts one of several concurrent reports", async () => {
    const clickId = await validClick();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => report({ clickId, event: "joined" })),
    );
    const statuses = answers.map(({ json }) => json.results[0].status).sort();
    expect(statuses).toEqual(["accepted", ...Array.from({ length: 7 }, () => "duplicate")]);
    expect((await overview()).conversions).toBe(1);
  });

  it("accepts at most 1,000 reports per request", async () => {
    const clickId = await validClick();
    const ids = [clickId, ...Array.from({ length: 999 }, () => Bun.randomUUIDv7("hex"))];
    const answer = await report(ids.map((id) => ({ clickId: id, event: "joined" })));
    expect(answer.json).toMatchObject({ accepted: 1, refused: 999 });
    expect(answer.json.results[999].reason).toBe("unknown_click");
    const more = await report([...ids, clickId].map((id) => ({ clickId: id, event: "joined" })));
    expect(more.status).toBe(422);
  });

  it("lets a report about a click that is not judged yet wait for the verdict", async () => {
    const [good, bad] = [await click(), await click()];
    const answer = await report([good, bad].map((clickId) => ({ clickId, event: "joined" })));
    expect(answer.json.results.map((each: { status: string }) => each.status)).toEqual([
      "accepted",
      "accepted",
    ]);
    await countConversions({ db });
    expect(await overview()).toMatchObject({ conversions: 0, waiting: 2 });
    await judgeAs(owner, good, "valid");
    await judgeAs(owner, bad, "invalid");
    expect(await countConversions({ db })).toBe(2);
    expect(await countConversions({ db })).toBe(0);
    expect(await overview()).toMatchObject({ conversions: 1, waiting: 0 });
  });

  it("follows an operator's decisions: held, approved, reversed", async () => {
    const clickId = await click();
    await judgeAs(owner, clickId, "held");
    await report({ clickId, event: "joined", value: 2.5 });
    expect(await overview()).toMatchObject({ conversions: 0, waiting: 1 });
    await changeVerdict(owner, clickId, "valid");
    expect(await overview()).toMatchObject({ conversions: 1, value: 2.5, waiting: 0 });
    await changeVerdict(owner, clickId, "invalid");
    expect(await overview()).toMatchObject({ conversions: 0, value: 0, waiting: 0 });
  });

  it("counts the report when an invalid click is approved later", async () => {
    const [before, after] = [await click(), await click()];
    await report({ clickId: before, event: "joined" });
    for (const clickId of [before, after]) await judgeAs(owner, clickId, "invalid");
    await countConversions({ db });
    const repeated = await report({ clickId: before, event: "joined", value: 3 });
    expect(repeated.json).toMatchObject({ accepted: 1, results: [{ status: "duplicate" }] });
    const first = await report({ clickId: after, event: "joined", value: 3 });
    expect(first.json).toMatchObject({ accepted: 1, results: [{ status: "accepted" }] });
    expect(await overview()).toMatchObject({ conversions: 0, waiting: 0, value: 0 });
    for (const clickId of [before, after]) await changeVerdict(owner, clickId, "valid");
    expect(await overview()).toMatchObject({ conversions: 2, value: 3 });
    const again = await report({ clickId: after, event: "joined" });
    expect(again.json.results).toMatchObject([{ status: "duplicate" }]);
  });

  it("returns the reason for each rejected report", async () => {
    const other = await launch(app);
    const foreign = await addClick(db, { campaignId: other.id, creatorId: creator.id });
    const [valid, old] = [await validClick(), Bun.randomUUIDv7("hex", Date.now() - 31 * DAY_MS)];
    const reports = [
      { clickId: "not an id", event: "joined" },
      { clickId: randomUUID(), event: "joined" },
      { clickId: Bun.randomUUIDv7(), event: "joined" },
      { clickId: foreign, event: "joined" },
      { clickId: old, event: "joined" },
      { clickId: valid, event: "level_9" },
      { clickId: valid, event: "returned" },
      { clickId: valid, event: "joined", value: -1 },
      { clickId: valid, event: "joined", at: new Date(Date.now() + DAY_MS).toISOString() },
      { clickId: valid, event: "joined", at: new Date(Date.now() - DAY_MS).toISOString() },
    ];
    const answer = await report(reports);
    expect(answer.json).toMatchObject({ accepted: 0, refused: reports.length });
    expect(answer.json.results.map((each: { reason: string }) => each.reason)).toEqual([
      "bad_click_id",
      "bad_click_id",
      "unknown_click",
      "other_campaign",
      "late",
      "unknown_event",
      "no_retention_day",
      "bad_value",
      "bad_time",
      "bad_time",
    ]);
    expect(answer.json.results[3].message).toBe("This click belongs to another campaign.");
    expect((await overview()).conversions).toBe(0);
  });

  it("answers the same about clicks of every verdict", async () => {
    const verdicts = ["valid", "invalid", "held", "unpaid"] as const;
    const clicks = await Promise.all(verdicts.map(() => click()));
    for (const [n, verdict] of verdicts.entries()) await judgeAs(owner, clicks[n] ?? "", verdict);
    const reports = [...clicks, await click()].map((clickId, n) => ({
      clickId,
      event: "joined",
      player: `player ${n}`,
    }));
    const tell = async () =>
      (await report(reports)).json.results.map(({ status, reason, message }: ReportResult) =>
        [status, reason, message].join(),
      );
    expect(new Set(await tell())).toEqual(new Set(["accepted,,"]));
    expect(new Set(await tell())).toEqual(new Set(["duplicate,,"]));
  });

  it("records a test report and counts nothing", async () => {
    expect((await overview()).latest).toBeNull();
    for (const clickId of ["test", "fc_test"]) {
      const answer = await report({ clickId, event: "joined" });
      expect(answer.json.results[0].status).toBe("test");
    }
    const { latest, conversions } = await overview();
    expect(latest).toMatchObject({ event: "joined", test: true, key: "Game server" });
    expect(conversions).toBe(0);
  });

  it.each([
    ["an empty list", []],
    ["no click", { event: "joined" }],
    ["a value that is no number", { clickId: "test", event: "joined", value: "a lot" }],
    ["a time that is none", { clickId: "test", event: "joined", at: "yesterday" }],
  ])("refuses %s as a whole", async (_what, body) => {
    const answer = await report(body);
    expect(answer.status).toBe(422);
    expect(answer.json.status).toBe("error");
  });

  it("rejects other tokens and ended keys", async () => {
    const body = { clickId: "test", event: "joined" };
    for (const token of [developer.token, `fcc_${"a".repeat(43)}`, "fcc_", null]) {
      expect((await call("POST", "/api/conversions", { token, json: body })).status).toBe(401);
    }
    const [{ id }] = (await overview()).keys;
    await call("DELETE", `/api/campaigns/${campaignId}/keys/${id}`, { token: developer.token });
    expect((await report(body)).status).toBe(401);
  });

  it("does not accept a campaign's key on other routes", async () => {
    for (const path of [
      "/api/auth/me",
      `/api/campaigns/${campaignId}/keys`,
      "/api/wallet/summary",
    ]) {
      expect((await call("GET", path, { token: key })).status, path).toBe(401);
    }
  });

  it("limits a key that sends too many requests", async () => {
    const body = { clickId: "test", event: "joined" };
    await owner`update rate_limits set points = 600 where key like 'report:user%'`;
    await report(body);
    await owner`update rate_limits set points = 600 where key like 'report:user%'`;
    const answer = await report(body);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("custom events", () => {
  const setEvents = (json: unknown, token = developer.token) =>
    call("PUT", `/api/campaigns/${campaignId}/events`, { token, json });

  it("are accepted once they are named, and one of them can be the conversion", async () => {
    const clickId = await validClick();
    const saved = await setEvents({ own: ["purchase", "level_3"], conversion: "purchase" });
    expect(saved.status).toBe(200);
    await report([
      { clickId, event: "joined" },
      { clickId, event: "purchase", value: 4.99 },
    ]);
    const data = await overview();
    expect(data).toMatchObject({ conversion: "purchase", conversions: 1, value: 4.99 });
    expect(data.events).toEqual([
      { event: "joined", conversions: 1, value: 0 },
      { event: "level_3", conversions: 0, value: 0 },
      { event: "purchase", conversions: 1, value: 4.99 },
    ]);
  });

  it.each([
    [{ own: ["Purchase"], conversion: "joined" }],
    [{ own: ["returned_day_1"], conversion: "joined" }],
    [{ own: ["purchase"], conversion: "other" }],
    [{ own: Array.from({ length: 21 }, (_, n) => `event_${n}`), conversion: "joined" }],
  ])("are refused: %j", async (body) => {
    expect((await setEvents(body)).status).toBe(422);
  });

  it("cannot be set by other users", async () => {
    expect((await setEvents({ own: [], conversion: "joined" }, creator.token)).status).toBe(403);
    expect(
      (await call("GET", `/api/campaigns/${campaignId}/conversions`, { token: creator.token }))
        .status,
    ).toBe(403);
  });
});

describe("retention", () => {
  it("counts returning players on day 1 and day 7, among those old enough", async () => {
    const now = clock.at.getTime();
    const clicks = await Promise.all(
      [9.5, 9.5, 9.5, 9.5, 0.1].map((days) => validClick(new Date(now - days * DAY_MS))),
    );
    const [a = "", b = "", c = "", d = "", today = ""] = clicks;
    const daysLater = (days: number) => new Date(now + (days - 9.5) * DAY_MS).toISOString();
    await report([
      ...[a, b, c, d].map((clickId) => ({ clickId, event: "joined", at: daysLater(0.01) })),
      { clickId: today, event: "joined" },
      { clickId: a, event: "returned", at: daysLater(1.5) },
      { clickId: a, event: "returned", at: daysLater(1.6) },
      { clickId: a, event: "returned", at: daysLater(7.2) },
      { clickId: b, event: "returned", at: daysLater(3) },
      { clickId: c, event: "returned", at: daysLater(1.9) },
    ]);
    const data = await overview();
    expect(data.retention).toEqual([
      { day: 1, arrived: 4, returned: 2, percent: 50 },
      { day: 7, arrived: 4, returned: 1, percent: 25 },
    ]);
    expect(data.retentionTier).toBe("unknown");
    expect(data.creators).toEqual([
      expect.objectContaining({
        username: creator.username,
        conversions: 5,
        retention: { day: 1, arrived: 4, returned: 2, percent: 50 },
      }),
    ]);
    const own = await call("GET", `/api/links/${campaignId}/conversions`, { token: creator.token });
    expect(own.json.data).toMatchObject({ conversions: 5, retention: data.retention, ctr: null });
  });
});

it("tells the developer how many players came free, by clicks that were not paid", async () => {
  const link = { campaignId, creatorId: creator.id, at: new Date(clock.at.getTime() - 60_000) };
  const clicks = await addCountedClicks(db, [
    { ...link, verdict: "unpaid", reason: "daily_cap", times: 2 },
    { ...link, verdict: "unpaid", reason: "paused" },
    { ...link, verdict: "invalid" },
    link,
  ]);
  const reports = clicks.map((clickId, n) => ({ clickId, event: "joined", player: `p${n}` }));
  await report(reports);
  expect((await overview()).freePlayers).toBe(0);
  await countPlayers(systemCtx(db, () => clock.at));
  await countConversions({ db });
  expect(await overview()).toMatchObject({ freePlayers: 3, conversions: 1 });
});

describe("GET /api/links/{campaignId}/conversions", () => {
  it("is available to creators who joined", async () => {
    const stranger = await register(app);
    const path = `/api/links/${campaignId}/conversions`;
    expect((await call("GET", path, { token: stranger.token })).status).toBe(404);
    expect((await call("GET", path)).status).toBe(401);
  });

  it("returns impressions beside clicks", async () => {
    await validClick();
    const link = { campaignId: asId<CampaignId>(campaignId), creatorId: asId<UserId>(creator.id) };
    await insertImpressions(db.sql, [
      { ...link, startsAt: new Date("2026-01-01"), impressions: 40 },
    ]);
    const { json } = await call("GET", `/api/links/${campaignId}/conversions`, {
      token: creator.token,
    });
    expect(json.data.impressions).toBe(40);
  });
});
