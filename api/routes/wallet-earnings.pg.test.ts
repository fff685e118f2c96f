import { addPendingClicks } from "@fairclick/services/testing/marketplace";
import { advanceJudgedUpTo } from "@fairclick/sql/judged-up-to";
import { describe, expect, it } from "vitest";
import { earn, launch, type Person, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, db, owner, clock } = app;
clock.at = new Date("2026-05-10T15:00:00Z");

type Judged = { day: string; verdict: string; clicks: number; reason?: string };

async function creatorOf(campaignId: string): Promise<Person> {
  const person = await register(app, "creator");
  await owner`insert into links (campaign_id, creator_id, code)
    values (${campaignId}, ${person.id}, ${person.id.slice(-12)})`;
  return person;
}

/** At $0.0015 a click. */
async function judge(campaignId: string, { id }: Person, rows: Judged[]): Promise<void> {
  for (const { day, verdict, clicks, reason = "" } of rows)
    await owner`
      insert into click_rollups (campaign_id, creator_id, hour, verdict, reason, clicks, paid_micros)
      values (${campaignId}, ${id}, ${`2026-05-${day}:00:00Z`}, ${verdict}, ${reason}, ${clicks},
        ${verdict === "valid" ? clicks * 1_500 : 0})`;
}

const earningsOf = async ({ token }: Person, query = "") =>
  (await call("GET", `/api/wallet/earnings${query}`, { token })).json;
const campaign = await launch(app, { name: "Tower" });

describe("GET /api/wallet/earnings", () => {
  it("counts by day and by campaign, and says why some clicks earned nothing", async () => {
    const person = await creatorOf(campaign.id);
    await judge(campaign.id, person, [
      { day: "09T01", verdict: "valid", clicks: 10 },
      { day: "09T23", verdict: "valid", clicks: 20 },
      { day: "10T00", verdict: "invalid", clicks: 4, reason: "ip_burst" },
      { day: "10T01", verdict: "invalid", clicks: 5, reason: "device_burst" },
      { day: "10T02", verdict: "held", clicks: 2, reason: "vpn" },
      { day: "10T03", verdict: "unpaid", clicks: 1, reason: "exhausted" },
    ]);
    await addPendingClicks(db, [{ campaignId: campaign.id, creatorId: person.id, at: clock.at }]);
    const none = { valid: 0, invalid: 0, held: 0, unpaid: 0 };
    expect(await earningsOf(person, "?days=3")).toEqual({
      judgedUpTo: null,
      days: [
        { day: "2026-05-08", clicks: none, earned: 0 },
        { day: "2026-05-09", clicks: { ...none, valid: 30 }, earned: 0.045 },
        { day: "2026-05-10", clicks: { valid: 0, invalid: 9, held: 2, unpaid: 1 }, earned: 0 },
      ],
      campaigns: [
        {
          _id: campaign.id,
          name: "Tower",
          payoutPerClick: 0.0015,
          clicks: { valid: 30, invalid: 9, held: 2, unpaid: 1, pending: 1 },
          earned: 0.045,
        },
      ],
      reasons: [
        { verdict: "invalid", category: "Too many clicks at once", clicks: 9 },
        { verdict: "held", category: "VPN traffic", clicks: 2 },
        { verdict: "unpaid", category: "Budget used up", clicks: 1 },
      ],
    });
  });

  it("leaves out what is older than it was asked for, a month by default", async () => {
    const person = await creatorOf(campaign.id);
    await judge(campaign.id, person, [{ day: "03T23", verdict: "valid", clicks: 7 }]);
    const week = await earningsOf(person, "?days=7");
    expect([week.days.length, week.campaigns[0].earned]).toEqual([7, 0]);
    const month = await earningsOf(person);
    expect([month.days.length, month.campaigns[0].earned]).toEqual([30, 0.0105]);
  });

  it("shows nobody what somebody else has earned", async () => {
    const person = await creatorOf(campaign.id);
    await judge(campaign.id, person, [{ day: "10T01", verdict: "valid", clicks: 7 }]);
    const stranger = await earningsOf(await register(app));
    expect(stranger.campaigns).toEqual([]);
    expect(stranger.days.every((day: { earned: number }) => day.earned === 0)).toBe(true);
  });

  it.each(["days=0", "days=366", "days=x", "days=1.5"])("refuses ?%s", async (query) => {
    const { token } = await register(app);
    expect((await call("GET", `/api/wallet/earnings?${query}`, { token })).status).toBe(422);
  });
});

describe("GET /api/wallet/earnings.csv", () => {
  it("has a line a day and campaign that adds up, and nothing that a spreadsheet calculates", async () => {
    const risky = await launch(app, { name: '=HYPERLINK("x"),1' });
    const person = await creatorOf(campaign.id);
    await judge(campaign.id, person, [
      { day: "09T01", verdict: "valid", clicks: 10 },
      { day: "09T02", verdict: "invalid", clicks: 3, reason: "tor" },
    ]);
    await judge(risky.id, person, [{ day: "09T05", verdict: "valid", clicks: 1 }]);
    const answer = await call("GET", "/api/wallet/earnings.csv", { token: person.token });
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toContain("fairclick-earnings.csv");
    expect(answer.text.split("\r\n")).toEqual([
      "day,campaign,valid,refused,held,unpaid,earned",
      `2026-05-09,"'=HYPERLINK(""x""),1",1,0,0,0,0.0015`,
      "2026-05-09,Tower,10,3,0,0,0.015",
      "",
    ]);
  });
});

describe("the moment of truth", () => {
  it("is the same wherever money that moves is shown, and never goes back", async () => {
    const { token } = await register(app);
    await advanceJudgedUpTo(db.sql, new Date("2026-05-10T14:58:55Z"));
    await advanceJudgedUpTo(db.sql, new Date("2026-05-10T14:50:00Z"));
    const answers = await Promise.all(
      ["/api/wallet/summary", "/api/wallet/earnings", "/api/users/dashboard"].map((path) =>
        call("GET", path, { token }),
      ),
    );
    const moments = answers.map(({ json }) => (json.stats ?? json).judgedUpTo);
    expect(moments).toEqual(Array(3).fill("2026-05-10T14:58:55.000Z"));
  });

  it("leaves what is not decided apart from what is earned", async () => {
    const person = await creatorOf(campaign.id);
    await earn(app, person, 30_000n);
    await judge(campaign.id, person, [{ day: "10T01", verdict: "held", clicks: 2, reason: "vpn" }]);
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

it("tells from when on waiting earnings can be withdrawn", async () => {
  const holding = await createTestApp({ config: { earningsHoldHours: 24 } });
  const person = await register(holding);
  await earn(holding, person, 20_000n);
  const { json } = await holding.call("GET", "/api/wallet/summary", { token: person.token });
  expect(json).toMatchObject({
    withdrawableBalance: 0,
    totalEarnings: 0.02,
    waitingEarnings: 0.02,
  });
  expect(json.waiting).toEqual([{ at: expect.any(String), amount: 0.02 }]);
  const inMs = new Date(json.waiting[0].at).getTime() - Date.now();
  expect(Math.abs(inMs - 24 * 3_600_000)).toBeLessThan(60_000);
});
