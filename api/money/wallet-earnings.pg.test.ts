import type { SignalName } from "@fairclick/core/clicks/signal";
import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import { instantPayouts } from "@fairclick/services/testing/instant-payouts";
import { addPendingClicks } from "@fairclick/services/testing/marketplace";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { advanceJudgedUpTo } from "@fairclick/sql/clicks/pending-clicks";
import { describe, expect, it } from "vitest";
import { earn, launch, type Person, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp({ config: instantPayouts });
const { call, db, owner, clock } = app;
clock.at = new Date("2026-05-10T15:00:00Z");

type Clicks = { at: string; clicks?: number; signal?: SignalName };

async function parseKeyCreator(campaignId: string): Promise<Person> {
  const person = await register(app, "creator");
  await owner`insert into links (campaign_id, creator_id, code)
    values (${campaignId}, ${person.id}, ${person.id.slice(-12)})`;
  return person;
}

/** Clicks of May, with their verdicts. */
async function judge(campaignId: string, { id: creatorId }: Person, rows: Clicks[]): Promise<void> {
  await addPendingClicks(
    db,
    rows.flatMap(({ at, clicks = 1, signal }) => {
      const signals = signal ? [{ signal, evidence: {} }] : [];
      const click = { campaignId, creatorId, at: new Date(`2026-05-${at}:00Z`), signals };
      return Array.from({ length: clicks }, () => click);
    }),
  );
  const everything = { windowSeconds: 60, shard: 0, shards: 1, batchSize: 1_000 };
  await settleClicks(systemCtx(db), { watermark: new Date("2026-05-10T14:55:00Z"), ...everything });
}

const readEarnings = async ({ token }: Person, query = "") =>
  (await call("GET", `/api/wallet/earnings${query}`, { token })).json;
const campaign = await launch(app, { name: "Tower", startDate: "2026-04-01" });

describe("GET /api/wallet/earnings", () => {
  it("counts per day and campaign, with the reasons for unpaid clicks", async () => {
    const person = await parseKeyCreator(campaign.id);
    await judge(campaign.id, person, [
      { at: "09T01:00", clicks: 10 },
      { at: "09T23:00", clicks: 20 },
      { at: "10T00:00", clicks: 4, signal: "known_bot" },
      { at: "10T01:00", clicks: 5, signal: "headless" },
      { at: "10T02:00", clicks: 2, signal: "vpn" },
    ]);
    await addPendingClicks(db, [{ campaignId: campaign.id, creatorId: person.id, at: clock.at }]);
    const none = { valid: 0, invalid: 0, held: 0, unpaid: 0 };
    expect(await readEarnings(person, "?days=3")).toEqual({
      timeZone: "UTC",
      judgedUpTo: null,
      days: [
        { day: "2026-05-08", clicks: none, earned: 0 },
        { day: "2026-05-09", clicks: { ...none, valid: 30 }, earned: 0.045 },
        { day: "2026-05-10", clicks: { ...none, invalid: 9, held: 2 }, earned: 0 },
      ],
      campaigns: [
        {
          _id: campaign.id,
          name: "Tower",
          payoutPerClick: 0.0015,
          clicks: { ...none, valid: 30, invalid: 9, held: 2, pending: 1 },
          earned: 0.045,
        },
      ],
      reasons: [
        { verdict: "invalid", category: "Bot traffic", clicks: 9 },
        { verdict: "held", category: "VPN traffic", clicks: 2 },
      ],
    });
  });

  it("leaves out days before the requested range, a month by default", async () => {
    const person = await parseKeyCreator(campaign.id);
    await judge(campaign.id, person, [{ at: "03T23:59", clicks: 7 }]);
    const week = await readEarnings(person, "?days=7");
    expect([week.days.length, week.campaigns[0].earned]).toEqual([7, 0]);
    const month = await readEarnings(person);
    expect([month.days.length, month.campaigns[0].earned]).toEqual([30, 0.0105]);
  });

  it("uses days of the viewer's time zone, also for reasons", async () => {
    const person = await parseKeyCreator(campaign.id);
    await judge(campaign.id, person, [
      { at: "09T18:29", clicks: 1 },
      { at: "09T18:30", clicks: 2 },
      { at: "08T18:29", clicks: 4, signal: "known_bot" },
      { at: "08T18:30", clicks: 3, signal: "known_bot" },
      { at: "10T00:00", clicks: 1, signal: "known_bot" },
    ]);
    const inDelhi = await readEarnings(person, "?days=2&timeZone=Asia/Kolkata");
    expect(inDelhi.timeZone).toBe("Asia/Kolkata");
    expect(
      inDelhi.days.map((day: { day: string; earned: number }) => [day.day, day.earned]),
    ).toEqual([
      ["2026-05-09", 0.0015],
      ["2026-05-10", 0.003],
    ]);
    expect(inDelhi.campaigns[0].earned).toBe(0.0045);
    expect(inDelhi.reasons).toEqual([{ verdict: "invalid", category: "Bot traffic", clicks: 4 }]);
  });

  it("does not show other users' earnings", async () => {
    const person = await parseKeyCreator(campaign.id);
    await judge(campaign.id, person, [{ at: "10T01:00", clicks: 7 }]);
    const stranger = await readEarnings(await register(app));
    expect(stranger.campaigns).toEqual([]);
    expect(stranger.days.every((day: { earned: number }) => day.earned === 0)).toBe(true);
  });

  it.each(["days=0", "days=366", "days=x", "days=1.5", "timeZone=Mars/Base"])(
    "refuses ?%s",
    async (query) => {
      const { token } = await register(app);
      expect((await call("GET", `/api/wallet/earnings?${query}`, { token })).status).toBe(422);
    },
  );
});

describe("judgedUpTo", () => {
  it("is the same everywhere, and never decreases", async () => {
    const { token } = await register(app);
    await advanceJudgedUpTo(db.sql, {
      shard: 0,
      shards: 1,
      watermark: new Date("2026-05-10T14:58:55Z"),
    });
    await advanceJudgedUpTo(db.sql, {
      shard: 0,
      shards: 1,
      watermark: new Date("2026-05-10T14:50:00Z"),
    });
    const answers = await Promise.all(
      ["/api/wallet/summary", "/api/wallet/earnings", "/api/users/dashboard"].map((path) =>
        call("GET", path, { token }),
      ),
    );
    const moments = answers.map(({ json }) => (json.stats ?? json).judgedUpTo);
    expect(moments).toEqual(Array(3).fill("2026-05-10T14:58:55.000Z"));
  });

  it("shows undecided clicks apart from earnings", async () => {
    const person = await parseKeyCreator(campaign.id);
    await earn(app, person, 30_000n);
    await judge(campaign.id, person, [{ at: "10T01:00", clicks: 2, signal: "vpn" }]);
    await addPendingClicks(db, [{ campaignId: campaign.id, creatorId: person.id, at: clock.at }]);
    const { json } = await call("GET", "/api/wallet/summary", { token: person.token });
    expect(json).toMatchObject({
      totalEarnings: 0.03,
      withdrawableBalance: 0.03,
      unjudgedClicks: 0.0015,
      heldClicks: 0.003,
    });
  });
});

it("returns when waiting earnings can be withdrawn", async () => {
  const holding = await createTestApp({ config: { depositHoldHours: 24 } });
  const person = await register(holding);
  await earn(holding, person, 20_000n, "deposit");
  const { json } = await holding.call("GET", "/api/wallet/summary", { token: person.token });
  expect(json).toMatchObject({
    withdrawableBalance: 0,
    totalEarnings: 0.02,
    waitingEarnings: 0.02,
  });
  expect(json.waiting).toEqual([{ at: expect.any(String), reason: "new_payment", amount: 0.02 }]);
  const inMs = new Date(json.waiting[0].at).getTime() - Date.now();
  expect(Math.abs(inMs - 24 * 3_600_000)).toBeLessThan(60_000);
});
