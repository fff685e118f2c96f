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
const signals = (signal: "known_bot" | "tor" | "vpn") => [
  { signal, evidence: { named: "SecretBot/1.0" } },
];
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
    expect(data.map(({ appealUntil }) => appealUntil !== null)).toEqual([false, true, false, true]);
    expect(data.map(({ network, alike }) => [network, alike])).toEqual([
      [null, 0],
      ["a VPN", 1],
      [null, 0],
      ["an unknown network", 1],
    ]);
    expect(text).not.toMatch(/SecretBot|203\.0\.113|known_bot/);
  });

  it("lists each day and reason of refused and held clicks once, by page", async () => {
    const { creator, path, click } = await joined();
    const dayMs = 86_400_000;
    const bot = { signals: signals("known_bot") };
    const yesterday = await click({ at: agoMs(dayMs + 100_000), ...bot });
    await click({ at: agoMs(500_000), ...bot });
    await click({ at: agoMs(450_000) });
    const newest = await click({ at: agoMs(400_000), ...bot });
    const held = await click({ at: agoMs(300_000), signals: signals("vpn") });
    await click({ at: agoMs(20_000), ...bot });
    await settle();
    const list = async (query: string) => {
      const { json } = await call("GET", `${path}?each=group${query}`, { token: creator.token });
      return pickJson(listResponse(ownClickSchema), json);
    };
    const all = await list("");
    expect(all.data.map(({ id, category, alike }) => [id, category, alike])).toEqual([
      [held, "VPN traffic", 1],
      [newest, "Bot traffic", 2],
      [yesterday, "Bot traffic", 1],
    ]);
    const first = await list("&limit=2");
    expect(first.data.map(({ id }) => id)).toEqual([held, newest]);
    const second = await list(`&limit=2&cursor=${first.nextCursor}`);
    expect(second.data.map(({ id }) => id)).toEqual([yesterday]);
    expect(second.nextCursor).toBeNull();
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
  const appeal = (
    path: string,
    id: string | undefined,
    { token }: { token: string },
    said: unknown = text,
  ) => call("POST", `${path}/${id}/appeal`, { token, json: { text: said } });

  it("is one for all clicks of the day and reason, and shown with each of them", async () => {
    const { creator, path, click } = await joined();
    const first = await click({ at: agoMs(600_003), signals: signals("known_bot") });
    const second = await click({ at: agoMs(600_002), signals: signals("known_bot") });
    const other = await click({ at: agoMs(600_001), signals: signals("vpn") });
    const yesterday = await click({ at: agoMs(87_000_000), signals: signals("known_bot") });
    await settle();
    const { status, json } = await appeal(path, second, creator);
    expect(status).toBe(201);
    expect(pickJson(itemResponse(ownAppealSchema), json).data).toMatchObject({
      ...{ state: "open", text, clicks: 2 },
    });
    const again = await appeal(path, first, creator);
    expect([again.status, again.json.message]).toEqual([
      409,
      "You have appealed the clicks of this day and reason already.",
    ]);
    const { json: list } = await call("GET", path, { token: creator.token });
    const states = new Map(
      list.data.map(
        ({
          id,
          appeal: of,
          appealUntil,
        }: {
          id: string;
          appeal: { state: string } | null;
          appealUntil: string | null;
        }) => [id, [of?.state ?? null, appealUntil !== null]],
      ),
    );
    expect([first, second, other, yesterday].map((id) => states.get(id))).toEqual([
      ["open", false],
      ["open", false],
      [null, true],
      [null, true],
    ]);
  });

  it("is possible for refused and held clicks of the last 30 days", async () => {
    const { creator, path, click } = await joined();
    const pending = await click({ at: agoMs(1_000) });
    const held = await click({ signals: signals("vpn") });
    const paid = await click();
    const old = await click({ at: agoMs(32 * 86_400_000), signals: signals("known_bot") });
    await settle();
    const tried = async (id: string) => {
      const { status, json } = await appeal(path, id, creator);
      return `${status} ${json.message}`;
    };
    expect(await tried(pending)).toBe("409 This click is not judged yet.");
    expect(await tried(held)).toMatch(/^201 /);
    expect(await tried(paid)).toBe("409 This click was paid.");
    expect(await tried(old)).toBe("409 The clicks of a day can be appealed for 30 days.");
    expect(await tried(crypto.randomUUID())).toBe("404 There is no such click.");
    expect(await tried("x")).toBe("404 There is no such click.");
  });

  it("leaves a farm that appeals everything every day one row for each day and reason", async () => {
    const { creator, path, click } = await joined();
    const ids: string[] = [];
    for (let day = 0; day < 26; day += 1) {
      for (const signal of ["known_bot", "tor"] as const) {
        const at = agoMs(day * 86_400_000 + 600_000);
        ids.push(await click({ at, signals: signals(signal) }));
        await click({ at, signals: signals(signal) });
      }
    }
    await settle();
    for (const said of ["no", "x".repeat(501), 7]) {
      expect((await appeal(path, ids[0], creator, said)).status).toBe(422);
    }
    const answers = [];
    for (const id of ids) answers.push(await appeal(path, id, creator));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
    expect(answers.at(-1)?.json.message).toMatch(/^50 of your appeals are waiting/);
    const [rows] = await owner`
      select count(*)::int as cases, (select count(*)::int from case_clicks) as clicks
      from cases where user_id = ${creator.id}`;
    expect(rows).toEqual({ cases: 50, clicks: 0 });
  });

  it("is one also if two are sent at once", async () => {
    const { creator, path, click } = await joined();
    const ids = [
      await click({ signals: signals("vpn") }),
      await click({ signals: signals("vpn") }),
    ];
    await settle();
    const answers = await Promise.all(ids.map((id) => appeal(path, id, creator)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it("is allowed to the link's creator only", async () => {
    const { path, click } = await joined();
    const id = await click({ signals: signals("known_bot") });
    await settle();
    const stranger = await joined();
    expect((await call("POST", `${path}/${id}/appeal`, { json: { text } })).status).toBe(401);
    expect((await appeal(path, id, stranger.creator)).status).toBe(404);
    expect((await appeal(stranger.path, id, stranger.creator)).status).toBe(404);
  });
});
