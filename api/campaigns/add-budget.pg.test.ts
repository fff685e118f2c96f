import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import { verifyBooks } from "@fairclick/services/money/ledger";
import { addPendingClicks } from "@fairclick/services/testing/marketplace";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { expect, it } from "vitest";
import { campaignInput, deposit, launch, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, db, clock } = app;
const DAY_MS = 86_400_000;

const add = (id: string, token: string | undefined, json: unknown) =>
  call("POST", `/api/campaigns/${id}/budget`, { ...(token ? { token } : {}), json });
const move = (id: string, token: string, endDate: unknown) =>
  call("PATCH", `/api/campaigns/${id}`, { token, json: { endDate } });
const readWallet = async (token: string) =>
  (await call("GET", "/api/wallet/summary", { token })).json.walletBalance;
const days = (count: number) => new Date(clock.at.getTime() + count * DAY_MS);

it("pays again from a budget that was added to an exhausted campaign, and the books add up", async () => {
  const { developer, id } = await launch(app, { budget: 0.15 });
  await deposit(app, developer, 500);
  const creator = await register(app, "creator");
  const settle = async (clicks: number) => {
    const at = new Date(clock.at.getTime() - 3_600_000);
    await addPendingClicks(
      db,
      Array.from({ length: clicks }, () => ({ at, campaignId: id, creatorId: creator.id })),
    );
    const watermark = new Date(clock.at.getTime() - 60_000);
    const one = { shard: 0, shards: 1, batchSize: 1_000 };
    await settleClicks(systemCtx(db), { watermark, windowSeconds: 60, ...one });
  };
  await settle(101);
  const before = await call("GET", `/api/campaigns/${id}`);
  expect(before.json.data).toMatchObject({ status: "EXHAUSTED", budgetRemaining: 0 });
  const added = await add(id, developer.token, { amount: 499.5 });
  expect([added.status, added.json.message]).toEqual([200, "$499.50 added to the budget."]);
  expect(added.json.data).toMatchObject({
    status: "ACTIVE",
    budget: 499.65,
    budgetRemaining: 499.5,
  });
  expect(await readWallet(developer.token)).toBe(0.5);
  await settle(10);
  const after = await call("GET", `/api/campaigns/${id}`);
  expect(after.json.data).toMatchObject({ budgetRemaining: 499.485, budgetUsed: 0.165 });
  const audit = await db.sql`
    select actor_id, before, after from audit_log
    where subject = ${`campaign:${id}`} and action = 'campaign.add_budget'`;
  expect(audit).toEqual([
    {
      actorId: developer.id,
      before: { budgetMicros: "150000" },
      after: { budgetMicros: "499650000" },
    },
  ]);
  const { checks } = await verifyBooks(systemCtx(db));
  const wrong = checks.filter((check) => check.differences.length > 0).map(({ name }) => name);
  expect(wrong).toEqual(["deposits_equal_postings"]);
});

it("adds an amount once per request id, also when requests run at the same time", async () => {
  const { developer, id } = await launch(app);
  await deposit(app, developer, 100);
  const request = { amount: 20, requestId: crypto.randomUUID() };
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => add(id, developer.token, request)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await readWallet(developer.token)).toBe(80);
  const other = await add(id, developer.token, { ...request, amount: 3 });
  expect([other.status, other.json.message]).toEqual([
    409,
    "This request was already made with another amount.",
  ]);
  expect(await readWallet(developer.token)).toBe(80);
  await add(id, developer.token, { amount: 20, requestId: crypto.randomUUID() });
  expect(await readWallet(developer.token)).toBe(60);
});

it("never takes more than the wallet has from concurrent requests", async () => {
  const { developer, id } = await launch(app);
  await deposit(app, developer, 50);
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => add(id, developer.token, { amount: 20 })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.json).toMatchObject({
    code: "insufficient_funds",
    message: "Your wallet is $10.00 short of this amount",
  });
  expect(await readWallet(developer.token)).toBe(10);
});

it("rejects amounts outside of the limits", async () => {
  const { developer, id } = await launch(app);
  await deposit(app, developer, 100);
  for (const [amount, message] of [
    [0.149, "The budget must pay for at least 100 clicks"],
    [999_990, "A campaign's budget can be at most $999,999.00"],
    [0, "Please enter a valid amount."],
    [-5, "Please enter a valid amount."],
    ["1e3", "Please enter a valid amount."],
    [0.0000001, "Please enter a valid amount."],
  ]) {
    const answer = await add(id, developer.token, { amount });
    expect([answer.status, answer.json.message]).toEqual([422, message]);
  }
  const noId = await add(id, developer.token, { amount: 1, requestId: "1" });
  expect(noId.json.message).toBe("The request id must be a UUID.");
  expect(await readWallet(developer.token)).toBe(100);
});

it("rejects visitors, other users, and campaigns that cannot use a budget", async () => {
  const { developer, id } = await launch(app);
  await deposit(app, developer, 100);
  const amount = { amount: 20 };
  expect((await add(id, undefined, amount)).status).toBe(401);
  expect((await add(id, (await register(app)).token, amount)).status).toBe(403);
  const json = campaignInput(app, { budget: 900 });
  const unfunded = await call("POST", "/api/campaigns", { token: developer.token, json });
  const early = await add(unfunded.json.data._id, developer.token, amount);
  expect(early.json.message).toBe("This campaign waits for its first budget: fund it first");
  await db.sql`
    update campaigns set paused_at = now(), forced_pause_at = now(),
      forced_pause_by = 'platform', forced_pause_reason = 'A payment is disputed.'
    where id = ${id}`;
  const paused = await add(id, developer.token, amount);
  expect([paused.status, paused.json.message]).toEqual([
    403,
    "Fairclick paused this campaign, so no budget can be added now. The reason: A payment is disputed.",
  ]);
  await db.sql`update campaigns set disabled_at = now() where id = ${id}`;
  const disabled = await add(id, developer.token, amount);
  expect(disabled.json.message).toBe("This campaign has been disabled");
  const other = await launch(app);
  await call("POST", `/api/campaigns/${other.id}/end`, { token: other.developer.token });
  const ended = await add(other.id, other.developer.token, amount);
  expect([ended.status, ended.json.message]).toEqual([409, "This campaign has ended"]);
  expect(await readWallet(developer.token)).toBe(100);
});

it("moves the end of a campaign later and earlier, but not before tomorrow and not after it has ended", async () => {
  const { developer, id } = await launch(app);
  const later = await move(id, developer.token, days(90).toISOString());
  expect(later.json.data.endDate).toBe(days(90).toISOString());
  const earlier = await move(id, developer.token, days(2).toISOString());
  expect(earlier.json.data.endDate).toBe(days(2).toISOString());
  const tooEarly = await move(id, developer.token, clock.at.toISOString());
  expect([tooEarly.status, tooEarly.json.message]).toEqual([
    422,
    "End date must be at least tomorrow",
  ]);
  expect((await move(id, developer.token, "soon")).json.message).toBe("End date is not a date");
  expect((await move(id, developer.token, null)).json.message).toBe("End date is required");
  const audit = await db.sql`
    select before->>'endsAt' as before, after->>'endsAt' as after from audit_log
    where subject = ${`campaign:${id}`} and action = 'campaign.edit' order by id`;
  expect(audit).toMatchObject([
    { after: days(90).toISOString() },
    { before: days(90).toISOString(), after: days(2).toISOString() },
  ]);
  await call("POST", `/api/campaigns/${id}/end`, { token: developer.token });
  expect((await move(id, developer.token, days(9).toISOString())).status).toBe(409);
});

it("launches a campaign with the budget that its developer chose", async () => {
  const { id } = await launch(app, { budget: 500 });
  const { json } = await call("GET", `/api/campaigns/${id}`);
  expect(json.data).toMatchObject({ status: "ACTIVE", budget: 500, budgetRemaining: 500 });
});
