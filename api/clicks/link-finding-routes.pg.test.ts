import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import { addFinding } from "@fairclick/services/testing/counted-clicks";
import { addPendingClicks } from "@fairclick/services/testing/marketplace";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { expect, it } from "vitest";
import { launch, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp({ config: { reversalLimitMicros: 1_000n } });
const { call, db, owner, addOperator } = app;
const { token } = await addOperator("Ann", ["cases:read", "cases:decide"]);
const reader = await addOperator("Bob", ["cases:read"]);
const { id: campaign } = await launch(app);
const [creator, stranger] = [await register(app, "creator"), await register(app)];
await call("POST", `/api/campaigns/join/${campaign}`, { token: creator.token });
const finding = crypto.randomUUID();
const found = { fromAt: app.clock.at, at: app.clock.at };
await addFinding(db, {
  ...{ ...found, id: finding, campaignId: campaign, creatorId: creator.id },
  ...{ clicks: 500, players: 2, usualPlayers: 25, unexplained: 260, waitingMicros: 390_000n },
});

const stats = (user: { token: string }) =>
  call("GET", `/api/links/${campaign}/stats`, { token: user.token });
const appeal = (user: { token: string }, text: string) =>
  call("POST", `/api/links/${campaign}/review/appeal`, { token: user.token, json: { text } });
const decide = (by: string, verb: string, dryRun: boolean) =>
  call("POST", `/api/admin/cases/${finding}/${verb}`, {
    token: by,
    json: { reason: "looked at it", dryRun },
  });

it("shows the creator a review with its figures, and takes one appeal", async () => {
  const shown = await stats(creator);
  const review = {
    ...{ clicks: 500, players: 2, usualPlayers: 25, unexplained: 260, waiting: 0.39 },
    ...{ until: expect.any(String), appealed: false },
  };
  expect(shown.json.data.review).toMatchObject(review);
  const wallet = await call("GET", "/api/wallet/summary", { token: creator.token });
  expect(wallet.json.reviews).toEqual([
    expect.objectContaining({ ...review, campaignId: campaign }),
  ]);
  expect((await appeal(creator, " ")).status).toBe(422);
  expect((await appeal(creator, "x".repeat(1_001))).status).toBe(422);
  expect((await appeal(stranger, "Mine too.")).status).toBe(404);
  expect((await appeal(creator, "Viewers abroad.")).status).toBe(201);
  expect((await appeal(creator, "Again.")).status).toBe(409);
});

it("refuses to confirm a finding that takes back more than one operator may", async () => {
  const { id } = await launch(app);
  await call("POST", `/api/campaigns/join/${id}`, { token: creator.token });
  const at = new Date(app.clock.at.getTime() - 600_000);
  const visit = { at, campaignId: id, creatorId: creator.id };
  await addPendingClicks(app.db, [visit, { ...visit, at: new Date(at.getTime() + 60_000) }]);
  await settleClicks(systemCtx(app.db), {
    ...{ watermark: app.clock.at, windowSeconds: 60, shard: 0, shards: 1, batchSize: 100 },
  });
  const large = crypto.randomUUID();
  await addFinding(db, {
    ...{ id: large, campaignId: id, creatorId: creator.id, fromAt: at, at: app.clock.at },
    ...{ clicks: 2, unexplained: 2, toAt: app.clock.at },
  });
  const confirm = (dryRun: boolean) =>
    call("POST", `/api/admin/cases/${large}/accept`, {
      token,
      json: { reason: "looked at it", dryRun },
    });
  expect((await confirm(true)).json.data.applied).toBe(false);
  const refused = await confirm(false);
  expect([refused.status, refused.json.message]).toEqual([
    409,
    expect.stringContaining("One operator can take back"),
  ]);
  await owner`delete from link_findings where id = ${large}`;
});

it("lists findings to operators, and lets only those decide who may", async () => {
  const { json } = await call("GET", "/api/admin/cases?kind=findings&state=open", { token });
  expect(json.data).toEqual([
    expect.objectContaining({ id: finding, explanation: "Viewers abroad.", paidMicros: "0" }),
  ]);
  expect((await decide(reader.token, "decline", true)).status).toBe(403);
  expect((await decide(creator.token, "decline", true)).status).toBe(401);
  expect((await decide(token, "reopen", true)).status).toBe(409);
  const shown = await call("GET", `/api/admin/cases/${finding}`, { token });
  expect(shown.json.data).toMatchObject({ kind: "findings", state: "open", paidMicros: "0" });
  expect((await decide(token, "decline", true)).json.data.applied).toBe(false);
  expect((await decide(token, "decline", false)).json.data.applied).toBe(true);
  expect((await decide(token, "accept", false)).status).toBe(409);
  expect((await stats(creator)).json.data.review).toBeNull();
});
