import { caseDetailSchema, caseSchema, ownCaseSchema } from "@fairclick/core/campaigns/cases";
import { changeResponseSchema } from "@fairclick/core/changes";
import { listResponse, pickJson } from "@fairclick/core/schemas";
import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import { verifyBooks } from "@fairclick/services/money/ledger";
import { addPendingClicks } from "@fairclick/services/testing/marketplace";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { getBalance } from "@fairclick/sql/money/ledger";
import { afterEach, describe, expect, it } from "vitest";
import { launch, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, db, clock, addOperator } = app;
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

/** A refused click that its creator has appealed. */
async function addAppeal({ spent = false } = {}) {
  const { id: campaignId } = await launch(app, spent ? { budget: 0.15 } : {});
  const creator = await register(app, "creator");
  await call("POST", `/api/campaigns/join/${campaignId}`, { token: creator.token });
  const at = new Date(clock.at.getTime() - 600_000);
  const click = { campaignId, creatorId: creator.id, at };
  const [clickId = ""] = await addPendingClicks(db, [
    { ...click, signals: [{ signal: "known_bot", evidence: {} }] },
    ...Array.from({ length: spent ? 100 : 0 }, () => ({
      ...click,
      at: new Date(at.getTime() - 1),
    })),
  ]);
  const everything = { windowSeconds: 60, shard: 0, shards: 1, batchSize: 100 };
  await settleClicks(systemCtx(db), { watermark: clock.at, ...everything });
  const clicks = `/api/links/${campaignId}/clicks`;
  const text = "My viewers really clicked this.";
  await call("POST", `${clicks}/${clickId}/appeal`, { token: creator.token, json: { text } });
  const { json: answer } = await call("GET", `${root}?kind=appeals&limit=100`, { token });
  const { data } = pickJson(listResponse(caseSchema), answer);
  const appeal = data.find((each) => each.campaignId === campaignId);
  if (!appeal) throw new Error("The appeal is not listed");
  const ownClick = async () => {
    const { json: own } = await call("GET", clicks, { token: creator.token });
    return own.data.find(({ id }: { id: string }) => id === clickId);
  };
  return { appeal, clickId, creator, ownClick };
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

it("pays the click once when an appeal is accepted, and shows it to the creator", async () => {
  const { appeal, creator, ownClick } = await addAppeal();
  const path = `${root}/${appeal.id}/accept`;
  const dry = await call("POST", path, { token, json: { ...json, dryRun: true } });
  expect(changeResponseSchema.parse(dry.json).data).toMatchObject({
    applied: false,
    before: { state: "open", verdict: "invalid" },
    after: { state: "accepted", verdict: "valid", paidMicros: "1500" },
  });
  expect((await ownClick()).verdict).toBe("invalid");
  expect((await call("POST", path, { token, json })).json.data.applied).toBe(true);
  expect(await ownClick()).toMatchObject({
    verdict: "valid",
    paid: 0.0015,
    appeal: { state: "accepted", answer: json.reason },
  });
  expect(await getBalance(db.sql, { kind: "earnings", ownerId: creator.id })).toBe(1_500n);
  const again = await call("POST", path, { token, json });
  expect([again.status, again.json.message]).toEqual([409, "This case was accepted already."]);
  const { json: accepted } = await call("GET", `${root}?kind=appeals&state=accepted`, { token });
  expect(accepted.data[0]).toMatchObject({ id: appeal.id, decidedBy: "Ann", answer: json.reason });
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

it("leaves the click invalid when an appeal is declined, and shows the creator the reason", async () => {
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
  const { appeal, ownClick } = await addAppeal({ spent: true });
  const { status, json: answer } = await call("POST", `${root}/${appeal.id}/accept`, {
    token,
    json,
  });
  expect(status).toBe(409);
  expect(answer.message).toBe("The campaign's budget does not cover it.");
  expect((await ownClick()).appeal.state).toBe("open");
});

it("pays once when two operators accept concurrently", async () => {
  const { appeal, creator } = await addAppeal();
  const accept = () => call("POST", `${root}/${appeal.id}/accept`, { token, json });
  const statuses = (await Promise.all([accept(), accept(), accept()])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 409, 409]);
  expect(await getBalance(db.sql, { kind: "earnings", ownerId: creator.id })).toBe(1_500n);
});

it("answers 404 for unknown cases", async () => {
  for (const id of ["x", crypto.randomUUID()]) {
    expect((await call("POST", `${root}/${id}/accept`, { token, json })).status).toBe(404);
  }
  expect((await call("GET", `${root}?state=great`, { token })).status).toBe(422);
  expect((await call("POST", `${root}/x/decline`, { token, json: {} })).status).toBe(422);
});
