import { ownAppealSchema, ownClickSchema } from "@fairclick/core/clicks/campaign-clicks";
import { itemResponse, listResponse, pickJson } from "@fairclick/core/schemas";
import { decideClicks } from "@fairclick/services/clicks/decide-clicks";
import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import { addPendingClicks, type TestClick } from "@fairclick/services/testing/marketplace";
import { operatorCtx } from "@fairclick/services/testing/operator-ctx";
import { describe, expect, it } from "vitest";
import { launch, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, clock, db, owner } = app;
const operator = await operatorCtx(db, owner, () => clock.at);
const signals = (signal: "known_bot" | "vpn") => [{ signal, evidence: { named: "SecretBot/1.0" } }];
const agoMs = (ms: number) => new Date(clock.at.getTime() - ms);

async function joined() {
  const { id: campaignId } = await launch(app);
  const creator = await register(app, "creator");
  await call("POST", `/api/campaigns/join/${campaignId}`, { token: creator.token });
  const base = { campaignId, creatorId: creator.id, at: agoMs(600_000) };
  return {
    campaignId,
    creator,
    path: `/api/links/${campaignId}/clicks`,
    click: async (click: Partial<TestClick> = {}) => {
      const [id = ""] = await addPendingClicks(db, [{ ...base, ...click }]);
      return id;
    },
  };
}

function settle() {
  const everything = { windowSeconds: 60, shard: 0, shards: 1, batchSize: 100 };
  return settleClicks(operator, { watermark: agoMs(65_000), ...everything });
}

describe("GET /api/links/:campaignId/clicks", () => {
  it("shows the verdict of each click, newest first, and nothing about the visitor", async () => {
    const { creator, path, click } = await joined();
    const refused = await click({
      at: agoMs(500_000),
      signals: signals("known_bot"),
      ipKey: "203.0.113.77",
    });
    const paid = await click({ at: agoMs(400_000) });
    const held = await click({ at: agoMs(300_000), signals: signals("vpn") });
    const pending = await click({ at: agoMs(20_000) });
    await settle();
    const { status, json, text } = await call("GET", path, { token: creator.token });
    expect(status).toBe(200);
    const { data } = pickJson(listResponse(ownClickSchema), json);
    expect(
      data.map(({ id, verdict, category, paid: dollars }) => [id, verdict, category, dollars]),
    ).toEqual([
      [pending, "pending", null, 0],
      [held, "held", "VPN traffic", 0],
      [paid, "valid", null, 0.0015],
      [refused, "invalid", "Bot traffic", 0],
    ]);
    expect(data.map(({ judgedInSeconds }) => judgedInSeconds)).toEqual([45, null, null, null]);
    expect(data.map(({ appealUntil }) => appealUntil !== null)).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect(text).not.toMatch(/SecretBot|203\.0\.113|known_bot/);
  });

  it("shows that an operator rejected or reversed a click, and the reason", async () => {
    const { creator, path, click } = await joined();
    const held = await click({ at: agoMs(300_000), signals: signals("vpn") });
    const paid = await click({ at: agoMs(200_000) });
    await settle();
    const because = { reason: "secret reason", dryRun: false };
    await decideClicks(operator, { action: "reject", clicks: { ids: [held] }, ...because });
    const reversal = { action: "reverse", category: "bought_clicks" } as const;
    await decideClicks(operator, { ...reversal, clicks: { ids: [paid] }, ...because });
    const { json, text } = await call("GET", path, { token: creator.token });
    expect(json.data).toMatchObject([
      { id: paid, verdict: "invalid", category: "Reversed: bought clicks", paid: 0 },
      {
        id: held,
        verdict: "invalid",
        rule: "An operator rejected this click.",
      },
    ]);
    expect(text).not.toContain("secret");
  });

  it("continues after a page, also among clicks of the same time, and filters by verdict", async () => {
    const { creator, path, click } = await joined();
    for (const _ of [1, 2, 3, 4, 5]) await click({ at: agoMs(10_000) });
    const { token } = creator;
    const seen: string[] = [];
    let query = "?limit=2";
    for (let pages = 0; pages < 3; pages += 1) {
      const { json } = await call("GET", path + query, { token });
      seen.push(...json.data.map(({ id }: { id: string }) => id));
      query = `?limit=2&cursor=${json.nextCursor}`;
      if (json.nextCursor === null) break;
    }
    expect(new Set(seen).size).toBe(5);
    const none = await call("GET", `${path}?verdict=valid`, { token });
    expect(none.json).toMatchObject({ data: [], nextCursor: null });
    expect((await call("GET", `${path}?cursor=1.x`, { token })).status).toBe(422);
    expect((await call("GET", `${path}?verdict=great`, { token })).status).toBe(422);
  });

  it("belongs to the link's creator", async () => {
    const { path, campaignId } = await joined();
    const stranger = await register(app);
    expect((await call("GET", path)).status).toBe(401);
    expect((await call("GET", path, { token: stranger.token })).status).toBe(404);
    expect(
      (await call("GET", path.replace(campaignId, "x"), { token: stranger.token })).status,
    ).toBe(404);
  });
});

describe("POST /api/links/:campaignId/clicks/:clickId/appeal", () => {
  const text = "My viewers really clicked this.";

  it("is created once, and shown with the click", async () => {
    const { creator, path, click } = await joined();
    const id = await click({ signals: signals("known_bot") });
    await settle();
    const { token } = creator;
    const { status, json } = await call("POST", `${path}/${id}/appeal`, { token, json: { text } });
    expect(status).toBe(201);
    expect(pickJson(itemResponse(ownAppealSchema), json).data).toMatchObject({
      state: "open",
      text,
    });
    const again = await call("POST", `${path}/${id}/appeal`, { token, json: { text } });
    expect([again.status, again.json.message]).toEqual([
      409,
      "You have appealed this click already.",
    ]);
    const { json: list } = await call("GET", path, { token });
    expect(list.data[0]).toMatchObject({ id, appealUntil: null, appeal: { state: "open", text } });
  });

  it("is possible for invalid clicks of the last 30 days", async () => {
    const { creator, path, click } = await joined();
    const pending = await click({ at: agoMs(1_000) });
    const held = await click({ signals: signals("vpn") });
    const paid = await click();
    const old = await click({ at: agoMs(31 * 86_400_000), signals: signals("known_bot") });
    await settle();
    const appeal = async (id: string) => {
      const { status, json } = await call("POST", `${path}/${id}/appeal`, {
        token: creator.token,
        json: { text },
      });
      return `${status} ${json.message}`;
    };
    expect(await appeal(pending)).toBe("409 This click is not judged yet.");
    expect(await appeal(held)).toBe("409 An operator is going to look at this click anyway.");
    expect(await appeal(paid)).toBe("409 This click was paid.");
    expect(await appeal(old)).toBe("409 A click can be appealed for 30 days.");
    expect(await appeal(crypto.randomUUID())).toBe("404 There is no such click.");
    expect(await appeal("x")).toBe("404 There is no such click.");
  });

  it("requires a text, and limits open appeals", async () => {
    const { creator, path, click } = await joined();
    const ids = [];
    for (let i = 0; i < 51; i += 1)
      ids.push(await click({ at: agoMs(900_000 - i * 1_000), signals: signals("known_bot") }));
    await settle();
    const { token } = creator;
    const appeal = (id: string | undefined, said: unknown) =>
      call("POST", `${path}/${id}/appeal`, { token, json: { text: said } });
    expect((await appeal(ids[0], "no")).status).toBe(422);
    expect((await appeal(ids[0], "x".repeat(501))).status).toBe(422);
    expect((await appeal(ids[0], 7)).status).toBe(422);
    for (const id of ids.slice(0, 50)) expect((await appeal(id, text)).status).toBe(201);
    expect((await appeal(ids[50], text)).json.message).toMatch(/^50 of your appeals are waiting/);
  });

  it("is allowed to the link's creator only", async () => {
    const { path, click } = await joined();
    const id = await click({ signals: signals("known_bot") });
    await settle();
    const stranger = await joined();
    const { token } = stranger.creator;
    expect((await call("POST", `${path}/${id}/appeal`, { json: { text } })).status).toBe(401);
    expect((await call("POST", `${path}/${id}/appeal`, { token, json: { text } })).status).toBe(
      404,
    );
    const ownPath = `${stranger.path}/${id}/appeal`;
    expect((await call("POST", ownPath, { token, json: { text } })).status).toBe(404);
  });
});
