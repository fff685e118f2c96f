import { addCountedClicks } from "@fairclick/services/testing/counted-clicks";
import { instantPayouts } from "@fairclick/services/testing/instant-payouts";
import { addPendingClicks } from "@fairclick/services/testing/marketplace";
import { advanceJudgedUpTo, insertImpressions } from "@fairclick/sql/clicks/pending-clicks";
import { claimHeldBudget } from "@fairclick/sql/clicks/settlement/batches";
import { withTx } from "@fairclick/sql/db/tx";
import {
  type AccountRef,
  postTransaction,
  type TransactionKind,
} from "@fairclick/sql/money/ledger";
import { describe, expect, it } from "vitest";
import { launch, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp({ config: instantPayouts });
const { call, clock, db } = app;

async function move(
  kind: TransactionKind,
  { from, to, micros }: { from: AccountRef; to: AccountRef; micros: bigint },
) {
  await withTx(db, (tx) =>
    postTransaction(tx, {
      kind,
      idempotencyKey: crypto.randomUUID(),
      entries: [
        { account: from, micros: -micros },
        { account: to, micros },
      ],
    }),
  );
}

async function joined() {
  const { id: campaignId, developer } = await launch(app);
  const creator = await register(app, "creator");
  await call("POST", `/api/campaigns/join/${campaignId}`, { token: creator.token });
  return { campaignId, developer, creator, key: { campaignId, creatorId: creator.id } };
}

async function withClicks() {
  const made = await joined();
  const click = { ...made.key, at: clock.at };
  await addCountedClicks(db, [
    { ...click, times: 30 },
    { ...click, verdict: "invalid", reason: "ip_burst", times: 6 },
    { ...click, verdict: "invalid", reason: "known_bot", times: 5 },
    { ...click, verdict: "invalid", reason: "headless", times: 3 },
    { ...click, verdict: "unpaid", reason: "paused", times: 2 },
  ]);
  await addPendingClicks(db, [click]);
  return made;
}
const counts = { total: 47, pending: 1, valid: 30, invalid: 14, held: 0, unpaid: 2 };

describe("clicks and money", () => {
  it("add up alike for developer and creator", async () => {
    const { campaignId, developer, creator } = await withClicks();
    const own = await call("GET", "/api/campaigns/my-campaigns", { token: developer.token });
    expect(own.json.data[0]).toMatchObject({
      clicks: counts,
      totalClicks: 47,
      spend: 0.045,
      budgetUsed: 0.045,
      costPerClick: 0.0015,
      ctr: null,
    });
    const mine = await call("GET", "/api/campaigns/joined", { token: creator.token });
    expect(mine.json.data[0]).toMatchObject({ clicks: counts, earnings: 0.045 });
    const links = await call("GET", `/api/campaigns/${campaignId}/links`, {
      token: developer.token,
    });
    expect(links.json.data).toEqual([
      {
        userId: creator.id,
        username: creator.username,
        channels: [],
        code: expect.any(String),
        joinedAt: expect.any(String),
        disabled: false,
        disabledBy: null,
        clicks: counts,
        paid: 0.045,
        refusals: [
          { category: "Too many clicks at once", rule: expect.any(String), invalid: 6, held: 0 },
          { category: "Bot traffic", rule: expect.any(String), invalid: 5, held: 0 },
          { category: "Bot traffic", rule: expect.any(String), invalid: 3, held: 0 },
        ],
        judgedUpTo: null,
      },
    ]);
  });

  it("are listed by kind of reason", async () => {
    const { campaignId, developer, creator } = await withClicks();
    const stats = await call("GET", `/api/campaigns/${campaignId}/stats`, {
      token: developer.token,
    });
    expect(stats.json.data).toMatchObject({
      clicks: counts,
      spend: 0.045,
      costPerClick: 0.0015,
      reserved: 15,
      pending: 0.0015,
      held: 0,
      stopped: null,
      pendingGameUrl: null,
      judgedUpTo: null,
    });
    const { reasons } = stats.json.data;
    expect(reasons).toEqual([
      { verdict: "invalid", category: "Bot traffic", clicks: 8 },
      { verdict: "invalid", category: "Too many clicks at once", clicks: 6 },
      { verdict: "unpaid", category: "Campaign not paying", clicks: 2 },
    ]);
    const link = await call("GET", `/api/links/${campaignId}/stats`, { token: creator.token });
    expect(link.json.data).toEqual({
      review: null,
      clicks: counts,
      reasons,
      earnings: 0.045,
      pending: 0.0015,
      judgedUpTo: null,
    });
    const upTo = new Date("2026-03-01T14:03:20Z");
    await advanceJudgedUpTo(db.sql, { shard: 0, shards: 1, watermark: upTo });
    for (const [path, { token }] of [
      [`/api/campaigns/${campaignId}/stats`, developer],
      [`/api/links/${campaignId}/stats`, creator],
    ] as const) {
      expect((await call("GET", path, { token })).json.data.judgedUpTo).toBe(upTo.toISOString());
    }
  });

  it("show on the creator's dashboard, with pending payouts", async () => {
    const { creator, campaignId } = await withClicks();
    const escrow = { kind: "escrow", ownerId: campaignId } as const;
    const earnings = { kind: "earnings", ownerId: creator.id } as const;
    const transit = { kind: "in_transit", ownerId: creator.id } as const;
    await move("click_payout", { from: escrow, to: earnings, micros: 45_000n });
    await move("withdrawal", { from: earnings, to: transit, micros: 40_000n });
    const { json } = await call("GET", "/users/dashboard", { token: creator.token });
    expect(json.stats).toEqual({
      totalEarnings: 0.045,
      totalClicks: 47,
      activeLinks: 1,
      pendingPayout: 0.0415,
      judgedUpTo: expect.any(String),
    });
  });

  it("prevent joining once held clicks have claimed the rest of the escrow", async () => {
    const { campaignId } = await joined();
    await withTx(db, (tx) =>
      claimHeldBudget(tx, [{ campaignId, clicks: 9_999, micros: 14_998_501n }]),
    );
    const another = await register(app);
    const answer = await call("POST", `/api/campaigns/join/${campaignId}`, {
      token: another.token,
    });
    expect(answer.json.code).toBe("campaign_not_joinable");
    const { json } = await call("GET", `/api/campaigns/${campaignId}`);
    expect(json.data).toMatchObject({ status: "EXHAUSTED", budgetRemaining: 15 });
    const list = await call("GET", "/api/campaigns?scope=all&limit=100");
    expect(list.text).not.toContain(campaignId);
  });

  it("have a click-through rate once there are impressions", async () => {
    const { developer, key } = await withClicks();
    await insertImpressions(db.sql, [{ ...key, startsAt: clock.at, impressions: 1_000 }]);
    const own = await call("GET", "/api/campaigns/my-campaigns", { token: developer.token });
    expect(own.json.data[0]).toMatchObject({ impressions: 1_000, ctr: 4.7 });
  });

  it("are hidden from other users", async () => {
    const { campaignId } = await withClicks();
    const stranger = await register(app);
    const get = (path: string) => call("GET", path, { token: stranger.token });
    expect((await get(`/api/campaigns/${campaignId}/stats`)).status).toBe(403);
    expect((await get(`/api/campaigns/${campaignId}/links`)).status).toBe(403);
    expect((await get(`/api/links/${campaignId}/stats`)).json).toMatchObject({
      code: "not_found",
      message: "Link not found",
    });
    expect((await get("/api/links/nothing/stats")).json.message).toBe("Campaign not found");
    expect((await get("/api/campaigns/nothing/stats")).json.message).toBe("Campaign not found");
  });
});

describe("PATCH /api/campaigns/{id}/links/{userId}", () => {
  const set = (
    token: string,
    { campaignId, creatorId }: { campaignId: string; creatorId: string },
    disabled: unknown,
  ) =>
    call("PATCH", `/api/campaigns/${campaignId}/links/${creatorId}`, { token, json: { disabled } });

  it("disables and enables, idempotently", async () => {
    const { developer, key, creator } = await joined();
    const off = await set(developer.token, key, true);
    expect(off.json).toMatchObject({
      message: "Link disabled",
      data: { disabled: true, disabledBy: "developer" },
    });
    expect((await set(developer.token, key, true)).status).toBe(200);
    const mine = await call("GET", "/api/campaigns/joined", { token: creator.token });
    expect(mine.json.data[0].disabledBy).toBe("developer");
    const on = await set(developer.token, key, false);
    expect(on.json.data).toMatchObject({ disabled: false, disabledBy: null });
    const audit = await db.sql`
      select action from audit_log
      where subject = ${`link:${key.campaignId}:${key.creatorId}`} order by id`;
    expect(audit.map((row) => row.action)).toEqual([
      "campaign.join",
      "link.disable",
      "link.enable",
    ]);
  });

  it("does not undo what an operator did", async () => {
    const { developer, key } = await joined();
    await db.sql`
      update links set disabled_at = now(), disabled_by = 'operator'
      where campaign_id = ${key.campaignId}`;
    expect((await set(developer.token, key, false)).status).toBe(403);
    expect((await set(developer.token, key, true)).json.data.disabledBy).toBe("operator");
  });

  it("is allowed to the developer only, and answers 404 for unknown links", async () => {
    const { developer, key, creator } = await joined();
    expect((await set(creator.token, key, true)).status).toBe(403);
    expect(
      (await set(developer.token, { ...key, creatorId: developer.id }, true)).json,
    ).toMatchObject({
      code: "not_found",
      message: "Link not found",
    });
    expect((await set(developer.token, { ...key, creatorId: "x" }, true)).json.message).toBe(
      "Link not found",
    );
    expect((await set(developer.token, key, "yes")).status).toBe(422);
  });
});
