import { caseDetailSchema, caseSchema, ownCaseSchema } from "@fairclick/core/campaigns/cases";
import { changeResponseSchema } from "@fairclick/core/changes";
import type { OwnClick } from "@fairclick/core/clicks/campaign-clicks";
import type { SignalName } from "@fairclick/core/clicks/signal";
import { listResponse, pickJson } from "@fairclick/core/schemas";
import { decideClicks } from "@fairclick/services/clicks/decide-clicks";
import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import { verifyBooks } from "@fairclick/services/money/ledger";
import { addPendingClicks } from "@fairclick/services/testing/marketplace";
import { operatorCtx } from "@fairclick/services/testing/operator-ctx";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { getBalance } from "@fairclick/sql/money/ledger";
import { afterEach, describe, expect, it } from "vitest";
import { launch, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, db, clock, owner, addOperator } = app;
const scopes = ["cases:read", "cases:decide"];
const { token } = await addOperator("Ann", scopes);
const { token: reader } = await addOperator("Bob", ["cases:read"]);
const { token: auditor } = await addOperator("Cid", ["ledger:read"]);

const root = "/api/admin/cases";
const json = { reason: "You are right, sorry." };

afterEach(async () => {
  const { checks } = await verifyBooks({ db });
  const known = ["deposits_equal_postings"];
  expect(
    checks.filter(({ name, differences }) => differences.length > 0 && !known.includes(name)),
  ).toEqual([]);
});

type Given = {
  bots?: number;
  held?: number;
  budget?: number;
  paid?: number;
  signal?: "known_bot" | "vpn";
};

/** Refused and held clicks of yesterday, one kind of which their creator has appealed. */
async function addAppeal({
  bots = 1,
  held = 0,
  budget,
  paid = 0,
  signal = "known_bot",
}: Given = {}) {
  const { id: campaignId } = await launch(app, budget ? { budget } : {});
  const creator = await register(app, "creator");
  await call("POST", `/api/campaigns/join/${campaignId}`, { token: creator.token });
  const at = new Date(new Date(clock.at).setUTCHours(0, 0, 0, 0) - 600_000);
  const click = { campaignId, creatorId: creator.id, at };
  const flagged = (name: SignalName, clicks: number) =>
    Array.from({ length: clicks }, () => ({ ...click, signals: [{ signal: name, evidence: {} }] }));
  await addPendingClicks(
    db,
    Array.from({ length: paid }, () => ({ ...click, at: new Date(at.getTime() - 1) })),
  );
  const ids = await addPendingClicks(db, [...flagged("known_bot", bots), ...flagged("vpn", held)]);
  const everything = { windowSeconds: 60, shard: 0, shards: 1, batchSize: 100 };
  await settleClicks(systemCtx(db), { watermark: clock.at, ...everything });
  const clicks = `/api/links/${campaignId}/clicks`;
  const [bot = "", ...others] = ids;
  const clickId = signal === "vpn" ? (ids[bots] ?? "") : bot;
  const text = "My viewers really clicked this.";
  await call("POST", `${clicks}/${clickId}/appeal`, { token: creator.token, json: { text } });
  const listed = async () => {
    const { json: answer } = await call("GET", `${root}?kind=appeals&limit=100`, { token });
    const { data } = pickJson(listResponse(caseSchema), answer);
    return data.filter((each) => each.campaignId === campaignId);
  };
  const [appeal] = await listed();
  if (!appeal) throw new Error("The appeal is not listed");
  const ownClicks = async () => {
    const { json: own } = await call("GET", `${clicks}?limit=100`, { token: creator.token });
    return own.data as OwnClick[];
  };
  const ownClick = async () => (await ownClicks()).find(({ id }) => id === clickId);
  const earned = () => getBalance(db.sql, { kind: "earnings", ownerId: creator.id });
  const decide = (act: string, changes: object = {}) =>
    call("POST", `${root}/${appeal.id}/${act}`, { token, json: { ...json, ...changes } });
  return {
    appeal,
    campaignId,
    clickId,
    others,
    creator,
    clicks,
    ownClick,
    ownClicks,
    earned,
    decide,
    listed,
  };
}

describe.each([
  ["GET", `${root}?kind=appeals`, 200],
  ["GET", `${root}/${crypto.randomUUID()}`, 404],
  ["POST", `${root}/${crypto.randomUUID()}/accept`, 403],
  ["POST", `${root}/${crypto.randomUUID()}/decline`, 403],
])("%s %s", (method, path, forReaders) => {
  it.each([
    ["nobody", null, 401],
    ["an operator without the scope", auditor, 403],
    ["an operator who may read", reader, forReaders],
  ])("answers %s", async (_, given, status) => {
    const body = method === "POST" ? { json } : {};
    expect((await call(method, path, { token: given, ...body })).status).toBe(status);
  });
});

it("lists open appeals with their clicks", async () => {
  const { appeal, clickId, creator } = await addAppeal();
  expect(appeal).toMatchObject({
    kind: "appeals",
    user: creator.username,
    campaign: "Tower of Fun",
    text: "My viewers really clicked this.",
    micros: "1500",
    state: "open",
    answer: null,
  });
  const shown = await call("GET", `${root}/${appeal.id}`, { token: reader });
  expect(pickJson(caseDetailSchema, shown.json.data).items).toMatchObject([
    { id: clickId, verdict: "invalid", reason: "known_bot" },
  ]);
});

it("pays all clicks of the day and reason once when it is accepted, and shows it to the creator", async () => {
  const { appeal, ownClick, ownClicks, earned, decide, creator } = await addAppeal({
    bots: 3,
    held: 2,
  });
  const dry = await decide("accept", { dryRun: true });
  expect(changeResponseSchema.parse(dry.json).data).toMatchObject({
    applied: false,
    before: { state: "open", clicks: 3, held: 0, networks: "an unknown network (3)" },
    after: { state: "accepted", paidClicks: 3, paidMicros: "4500" },
  });
  expect((await ownClick())?.verdict).toBe("invalid");
  expect((await decide("accept")).json.data.applied).toBe(true);
  expect(await ownClick()).toMatchObject({
    verdict: "valid",
    paid: 0.0015,
    appeal: { state: "accepted", answer: json.reason },
  });
  expect((await ownClicks()).map(({ verdict }) => verdict).sort()).toEqual([
    ...["held", "held", "valid", "valid", "valid"],
  ]);
  expect(await earned()).toBe(4_500n);
  const again = await decide("accept");
  expect([again.status, again.json.message]).toEqual([409, "This case was accepted already."]);
  const { json: accepted } = await call("GET", `${root}?kind=appeals&state=accepted`, { token });
  expect(accepted.data[0]).toMatchObject({ id: appeal.id, decidedBy: "Ann", answer: json.reason });
  const shown = await call("GET", `${root}/${appeal.id}`, { token: reader });
  expect(pickJson(caseDetailSchema, shown.json.data).creators).toMatchObject([
    { creator: creator.username, clicks: 3, valid: 3 },
  ]);
  const { json: own } = await call("GET", "/api/cases", { token: creator.token });
  expect(own.data).toMatchObject([
    { clicks: 3, paidClicks: 3, category: "Bot traffic", networks: "an unknown network (3)" },
  ]);
});

it("pays held clicks, and makes them invalid when it is declined", async () => {
  const accepted = await addAppeal({ held: 2, signal: "vpn" });
  await accepted.decide("accept");
  expect(await accepted.earned()).toBe(3_000n);
  expect((await accepted.ownClick())?.verdict).toBe("valid");
  const declined = await addAppeal({ held: 2, signal: "vpn" });
  const { data } = (await declined.decide("decline")).json;
  expect(data).toMatchObject({
    before: { clicks: 2, held: 2, networks: "a VPN (2)" },
    after: { state: "declined", rejectedClicks: 2 },
  });
  expect(await declined.ownClick()).toMatchObject({
    verdict: "invalid",
    appeal: { state: "declined" },
  });
  expect(await declined.earned()).toBe(0n);
});

it("waits for the end of the day, so that the decision is about all of its clicks", async () => {
  const { listed, decide, clicks, creator, campaignId } = await addAppeal();
  const today = { campaignId, creatorId: creator.id, at: new Date(clock.at.getTime() - 60_001) };
  if (today.at.toISOString().slice(0, 10) !== clock.at.toISOString().slice(0, 10)) return;
  const [id] = await addPendingClicks(db, [
    { ...today, signals: [{ signal: "vpn", evidence: {} }] },
  ]);
  const everything = { windowSeconds: 60, shard: 0, shards: 1, batchSize: 100 };
  await settleClicks(systemCtx(db), { watermark: clock.at, ...everything });
  const text = "Still more of my viewers.";
  const made = await call("POST", `${clicks}/${id}/appeal`, {
    token: creator.token,
    json: { text },
  });
  expect(made.status).toBe(201);
  expect(await listed()).toHaveLength(1);
  const [open] = await owner`
    select id from cases where campaign_id = ${campaignId} and text = ${text}`;
  const early = await call("POST", `${root}/${open?.id}/accept`, { token, json });
  expect([early.status, early.json.message]).toEqual([
    409,
    expect.stringContaining("still come in"),
  ]);
  await decide("decline");
});

it("decides a click that two appeals were about once, and pays it once", async () => {
  const first = await addAppeal({ held: 1, bots: 0, signal: "vpn" });
  const { clickId, clicks, creator, earned } = first;
  const operator = await operatorCtx(db, owner, () => clock.at);
  const click = { clicks: { ids: [clickId] }, reason: "A second look.", dryRun: false };
  await decideClicks(operator, { ...click, action: "approve" });
  await decideClicks(operator, { ...click, action: "reverse", category: "mistake" });
  const text = "You had paid it before.";
  await call("POST", `${clicks}/${clickId}/appeal`, { token: creator.token, json: { text } });
  const second = (await first.listed()).find((each) => each.text === text);
  const answers = await Promise.all([
    first.decide("accept"),
    call("POST", `${root}/${second?.id}/accept`, { token, json }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([409, 200]);
  expect(await earned()).toBe(1_500n);
  expect((await first.decide("decline")).status).toBe(200);
});

it("shows the creator the own cases with their answers, and nobody else's", async () => {
  const { appeal, creator } = await addAppeal();
  await addAppeal();
  await call("POST", `${root}/${appeal.id}/decline`, { token, json });
  const { json: own } = await call("GET", "/api/cases", { token: creator.token });
  const { data } = pickJson(listResponse(ownCaseSchema), own);
  expect(data).toMatchObject([
    { id: appeal.id, kind: "appeals", state: "declined", answer: json.reason, cost: 0.0015 },
  ]);
  expect((await call("GET", "/api/cases")).status).toBe(401);
});

it("leaves the clicks invalid when an appeal is declined, and shows the creator the reason", async () => {
  const { appeal, ownClick } = await addAppeal();
  const answer = { reason: "It was a program." };
  await call("POST", `${root}/${appeal.id}/decline`, { token, json: answer });
  expect(await ownClick()).toMatchObject({
    verdict: "invalid",
    appeal: { state: "declined", answer: answer.reason },
  });
  const accepted = await call("POST", `${root}/${appeal.id}/accept`, { token, json });
  expect(accepted.json.message).toBe("This case was declined already.");
});

it("returns an error if the budget cannot pay, and leaves the appeal open", async () => {
  const { ownClick, decide } = await addAppeal({ budget: 0.15, paid: 100 });
  const { status, json: answer } = await decide("accept");
  expect(status).toBe(409);
  expect(answer.message).toBe("1 clicks are not paid. The campaign's budget does not cover it.");
  expect((await ownClick())?.appeal?.state).toBe("open");
});

it("pays what the budget covers, the oldest first, and says what is left", async () => {
  const { earned, decide } = await addAppeal({ bots: 3, budget: 0.15, paid: 98 });
  const { data } = (await decide("accept")).json;
  expect(data.after).toMatchObject({
    paidClicks: 2,
    paidMicros: "3000",
    left: "1 clicks are not paid. The campaign's budget does not cover it.",
  });
  expect(await earned()).toBe(98n * 1_500n + 3_000n);
});

it("pays once when two operators accept concurrently", async () => {
  const { earned, decide } = await addAppeal();
  const accept = () => decide("accept");
  const statuses = (await Promise.all([accept(), accept(), accept()])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 409, 409]);
  expect(await earned()).toBe(1_500n);
});

it("answers 404 for unknown cases", async () => {
  for (const id of ["x", crypto.randomUUID()]) {
    expect((await call("POST", `${root}/${id}/accept`, { token, json })).status).toBe(404);
  }
  expect((await call("GET", `${root}?state=great`, { token })).status).toBe(422);
  expect((await call("POST", `${root}/x/decline`, { token, json: {} })).status).toBe(422);
});
