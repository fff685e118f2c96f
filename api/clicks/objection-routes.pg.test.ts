import { caseDetailSchema, caseSchema, ownCaseSchema } from "@fairclick/core/campaigns/cases";
import { madeObjectionSchema } from "@fairclick/core/clicks/campaign-clicks";
import { operatorScopes } from "@fairclick/core/operations/operators";
import { itemResponse, listResponse, pickJson } from "@fairclick/core/schemas";
import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import { addPendingClicks, type TestClick } from "@fairclick/services/testing/marketplace";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { describe, expect, it } from "vitest";
import { launch, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, clock, db, owner, addOperator } = app;
const scopes = Object.keys(operatorScopes);
const { token: operator } = await addOperator("Olivia", scopes);
const { token: reader } = await addOperator("Rita", ["cases:read"]);
const agoMs = (ms: number) => new Date(clock.at.getTime() - ms);
const DAY_MS = 86_400_000;
const text = "Nobody of these people arrived in the game.";

/** A campaign with paid clicks; without `at`, they are seconds apart, ten minutes ago. */
async function launched(...clicks: Partial<TestClick>[]) {
  const { id: campaignId, developer } = await launch(app);
  const creator = await register(app, "creator");
  await call("POST", `/api/campaigns/join/${campaignId}`, { token: creator.token });
  const ids = await addPendingClicks(
    db,
    clicks.map((click, i) => ({
      ...{ campaignId, creatorId: creator.id, at: agoMs(600_000 - i * 1_000) },
      ...click,
    })),
  );
  await settle();
  const path = `/api/campaigns/${campaignId}/objections`;
  const object = (json: object, token = developer.token) =>
    call("POST", path, { token, json: { text, ...json } });
  const objections = async () =>
    pickJson(
      listResponse(ownCaseSchema),
      (await call("GET", "/api/cases", { token: developer.token })).json,
    ).data;
  const verdicts = async () => {
    const { json } = await call("GET", `/api/campaigns/${campaignId}/clicks`, {
      token: developer.token,
    });
    return new Map(
      json.data.map((each: { id: string; verdict: string; objection: string | null }) => [
        each.id,
        `${each.verdict} ${each.objection}`,
      ]),
    );
  };
  return { campaignId, developer, creator, ids, path, object, objections, verdicts };
}

function settle() {
  const everything = { windowSeconds: 60, shard: 0, shards: 1, batchSize: 100 };
  return settleClicks(
    systemCtx(db, () => clock.at),
    { watermark: agoMs(65_000), ...everything },
  );
}

const answer = (id: string, act: string, json: object = {}, token: string | null = operator) =>
  call("POST", `/api/admin/cases/${id}/${act}`, {
    token,
    json: { reason: "One machine made all of them.", ...json },
  });

async function balance(kind: string, ownerId: string): Promise<bigint> {
  const [row] = await owner<{ micros: bigint }[]>`
    select balance_micros as micros from ledger_accounts
    where kind = ${kind} and owner_id = ${ownerId}`;
  return row?.micros ?? 0n;
}

describe("POST /api/campaigns/:id/objections", () => {
  it("freezes the paid clicks that match, and upholding them returns their price", async () => {
    const { campaignId, creator, ids, object, objections, verdicts } = await launched(
      { country: "DE" },
      { country: "DE" },
      { country: "FR" },
      { country: "DE", signals: [{ signal: "known_bot", evidence: {} }] },
    );
    const { status, json } = await object({ filter: { country: "DE", creator: creator.id } });
    expect(status).toBe(201);
    const { id, clicks, cost } = pickJson(itemResponse(madeObjectionSchema), json).data;
    expect([clicks, cost]).toEqual([2, 0.003]);
    await addPendingClicks(db, [
      { campaignId, creatorId: creator.id, at: agoMs(300_000), country: "DE" },
    ]);
    await settle();
    const before = await balance("escrow", campaignId);
    const dry = await answer(id, "accept", { category: "bot_traffic", dryRun: true });
    expect(dry.json.data).toMatchObject({
      applied: false,
      after: { state: "accepted", reversedClicks: 2, reversedMicros: "3000" },
    });
    expect((await answer(id, "accept", { category: "bot_traffic" })).status).toBe(200);
    expect(await balance("escrow", campaignId)).toBe(before + 3_000n);
    const seen = await verdicts();
    expect(ids.map((click) => seen.get(click))).toEqual([
      "invalid accepted",
      "invalid accepted",
      "valid null",
      "invalid null",
    ]);
    expect(seen.size).toBe(5);
    expect(await objections()).toMatchObject([
      {
        state: "accepted",
        answer: "One machine made all of them.",
        reversedClicks: 2,
        returned: 0.003,
      },
    ]);
    const link = await call("GET", `/api/links/${campaignId}/clicks`, { token: creator.token });
    const told = link.json.data.find((each: { id: string }) => each.id === ids[0]);
    expect(told.category).toBe("Reversed: bot traffic");
    expect(told.rule).toContain("The developer objected");
    expect(told.rule).toContain("One machine made all of them.");
    expect(told.appealUntil).not.toBeNull();
  });

  it("tells the developer the answer and the money that returned, with the fees", async () => {
    const { campaignId, developer, object, objections } = await launched({}, {});
    await owner`update campaigns set fee_basis_points = 1000 where id = ${campaignId}`;
    const { creator } = await launched();
    await call("POST", `/api/campaigns/join/${campaignId}`, { token: creator.token });
    const at = agoMs(400_000);
    await addPendingClicks(db, [{ campaignId, creatorId: creator.id, at }]);
    await settle();
    const { id } = (await object({ filter: { creator: creator.id } })).json.data;
    const before = await balance("escrow", campaignId);
    await answer(id, "accept", { category: "bot_traffic" });
    expect((await balance("escrow", campaignId)) - before).toBe(1_650n);
    expect((await objections())[0]).toMatchObject({ cost: 0.00165, returned: 0.00165 });
    const { id: other } = (await object({ filter: {} })).json.data;
    await answer(other, "decline", { reason: "They came back." });
    const { json } = await call("GET", "/api/notices", { token: developer.token });
    const answers = json.data.filter(({ kind }: { kind: string }) => kind === "case.answered");
    expect(answers).toMatchObject([
      {
        title: expect.stringMatching(/was dismissed$/),
        paragraphs: ["Answer: They came back."],
      },
      {
        title: expect.stringMatching(/was upheld$/),
        paragraphs: ["Answer: One machine made all of them.", "$0.00165 returned."],
      },
    ]);
  });

  it("is dismissed with a reason, changes nothing, and is not repeated for the same click", async () => {
    const { ids, object, objections, verdicts } = await launched({});
    const [clickId = ""] = ids;
    const { id } = (await object({ clickId })).json.data;
    expect((await object({ clickId })).json.message).toBe(
      "You have objected to this click already.",
    );
    expect((await answer(id, "decline", { reason: "They came back." })).status).toBe(200);
    expect((await verdicts()).get(clickId)).toBe("valid declined");
    expect(await objections()).toMatchObject([{ state: "declined", answer: "They came back." }]);
    expect((await answer(id, "accept")).status).toBe(409);
    expect((await object({ clickId })).status).toBe(409);
    const group = await object({ filter: {} });
    expect([group.status, group.json.message]).toEqual([
      409,
      expect.stringMatching(/^There are no paid clicks/),
    ]);
  });

  it("is refused for clicks that are pending, unpaid, old, unknown or of others", async () => {
    const { ids, object, campaignId, creator } = await launched(
      { signals: [{ signal: "known_bot", evidence: {} }] },
      { at: agoMs(31 * DAY_MS) },
    );
    const [pending = ""] = await addPendingClicks(db, [
      { campaignId, creatorId: creator.id, at: agoMs(1_000) },
    ]);
    const other = await launched({});
    const say = async (clickId = "") => {
      const { status, json } = await object({ clickId });
      return `${status} ${json.message}`;
    };
    expect(await say(pending)).toBe("409 This click is not judged yet.");
    expect(await say(ids[0])).toBe("409 The click was not paid.");
    const missing = "404 There is no such click of the last 30 days.";
    expect(await say(ids[1])).toBe(missing);
    expect(await say(other.ids[0])).toBe(missing);
    expect(await say(crypto.randomUUID())).toBe(missing);
    expect((await other.object({ filter: {} }, creator.token)).status).toBe(403);
    const { json: seen } = await call("GET", "/api/cases", { token: creator.token });
    expect(seen.data).toEqual([]);
    expect((await call("POST", other.path, { json: { text, filter: {} } })).status).toBe(401);
  });

  it.each([
    {},
    { filter: {}, clickId: crypto.randomUUID() },
    { clickId: "x" },
    { filter: { verdict: "invalid" } },
    { filter: { address: "203.0.113.7" } },
    { filter: {}, text: "no" },
    { filter: {}, text: "x".repeat(501) },
    { filter: {}, text: "Looks \u202e odd to me" },
  ])("refuses %j", async (json) => {
    const { object, objections } = await launched({});
    expect((await object(json)).status).toBe(422);
    expect(await objections()).toEqual([]);
  });

  it("is limited to five open objections of a campaign, also for requests at once", async () => {
    const { ids, object, objections } = await launched(...Array.from({ length: 8 }, () => ({})));
    const answers = await Promise.all(ids.map((clickId) => object({ clickId })));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...[201, 201, 201, 201, 201],
      ...[409, 409, 409],
    ]);
    expect(await objections()).toHaveLength(5);
  });

  it("refuses groups of more than 1,000 clicks", async () => {
    const { campaignId, creator, object } = await launched();
    await owner`
      insert into clicks (id, clicked_at, campaign_id, creator_id, device_known, method, signals,
        recorded_at, verdict, policy_version, settlement_id, price_micros)
      select gen_random_uuid(), ${agoMs(600_000)}, ${campaignId}, ${creator.id}, true, 'GET', '[]',
        now(), 'valid', 1, 1, 1500
      from generate_series(1, 1001)`;
    const { status, json } = await object({ filter: {} });
    expect([status, json.message]).toEqual([
      422,
      expect.stringMatching(/^More than 1000 paid clicks/),
    ]);
    await owner`delete from clicks where campaign_id = ${campaignId}`;
  });
});

describe("/api/admin/cases, of objections", () => {
  it("lists open objections with the developer's record, and shows their clicks", async () => {
    const { creator, ids, object } = await launched({}, {}, {});
    const first = (await object({ clickId: ids[0] })).json.data.id;
    const second = (await object({ clickId: ids[1] })).json.data.id;
    await answer(first, "decline");
    const { json } = await call("GET", "/api/admin/cases?kind=objections&limit=100", {
      token: reader,
    });
    const { data } = pickJson(listResponse(caseSchema), json);
    expect(data.find(({ id }) => id === second)).toMatchObject({
      text,
      about: { clicks: 1, filter: null },
      micros: "1500",
      record: { accepted: 0, declined: 1, clicks: 2, validClicks: 3 },
    });
    expect(data.map(({ id }) => id)).not.toContain(first);
    const shown = await call("GET", `/api/admin/cases/${second}`, { token: reader });
    const detail = pickJson(caseDetailSchema, shown.json.data);
    expect(detail.creators).toMatchObject([
      { creator: creator.username, clicks: 1, valid: 1, joined: 0, returned: 0 },
    ]);
    expect(detail.items.map(({ id }) => id)).toEqual([ids[1]]);
  });

  it("lets only operators decide who may, and answers unknown ids", async () => {
    const { developer, ids, object } = await launched({});
    const { id } = (await object({ clickId: ids[0] })).json.data;
    expect((await answer(id, "accept", {}, reader)).status).toBe(403);
    expect((await answer(id, "accept", {}, developer.token)).status).toBe(401);
    expect((await answer(id, "accept", {}, null)).status).toBe(401);
    expect((await answer(id, "open")).status).toBe(404);
    expect((await answer(id, "accept", { reason: "" })).status).toBe(422);
    expect((await answer(crypto.randomUUID(), "accept")).status).toBe(404);
    expect((await answer("x", "accept")).status).toBe(404);
  });
});
