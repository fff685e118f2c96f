import { explainedClickSchema } from "@fairclick/core/clicks/campaign-clicks";
import { listResponse } from "@fairclick/core/schemas";
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
const agoMs = (ms: number) => new Date(clock.at.getTime() - ms);
const signals = (signal: "known_bot" | "vpn" | "relay") => [
  { signal, evidence: { named: "SecretBot/1.0", range: "203.0.113.0/24" } },
];

async function launched() {
  const { id: campaignId, developer } = await launch(app);
  const creator = await register(app, "creator");
  await call("POST", `/api/campaigns/join/${campaignId}`, { token: creator.token });
  const base = { campaignId, creatorId: creator.id, at: agoMs(600_000) };
  const path = `/api/campaigns/${campaignId}/clicks`;
  return {
    ...{ campaignId, developer, creator, path },
    click: async (click: Partial<TestClick> = {}) => {
      const [id = ""] = await addPendingClicks(db, [{ ...base, ...click }]);
      return id;
    },
    list: async (query = "") => {
      const { json } = await call("GET", `${path}?${query}`, { token: developer.token });
      return listResponse(explainedClickSchema).parse(json);
    },
  };
}

function settle() {
  const everything = { windowSeconds: 60, shard: 0, shards: 1, batchSize: 100 };
  return settleClicks(operator, { watermark: agoMs(65_000), ...everything });
}

/** A campaign with one click of each verdict; the reversed one was paid before. */
async function played() {
  const campaign = await launched();
  const { click } = campaign;
  const invalid = await click({
    ...{ at: agoMs(500_000), signals: signals("known_bot"), ipKey: "203.0.113.77" },
    ...{ country: "DE", deviceClass: "desktop", deviceKey: "cookie:secret-device" },
    referrerHost: "tiktok.com",
  });
  const reversed = await click({ at: agoMs(450_000), country: "FR" });
  const valid = await click({ at: agoMs(400_000), country: "FR", signals: signals("relay") });
  const held = await click({ at: agoMs(300_000), signals: signals("vpn") });
  const pending = await click({ at: agoMs(20_000) });
  await settle();
  const because = { reason: "secret reason", dryRun: false };
  const reversal = { action: "reverse", category: "bought_clicks" } as const;
  await decideClicks(operator, { ...reversal, clicks: { ids: [reversed] }, ...because });
  return { ...campaign, ids: { pending, held, valid, reversed, invalid } };
}

describe("GET /api/campaigns/:id/clicks", () => {
  it("shows verdict, category, origin, price and transactions, and nothing about the visitor", async () => {
    const { campaignId, creator, ids, path, developer } = await played();
    const { status, json, text } = await call("GET", path, { token: developer.token });
    expect(status).toBe(200);
    const { data } = listResponse(explainedClickSchema).parse(json);
    expect(
      data.map((each) => [each.id, each.verdict, each.category, each.network, each.price]),
    ).toEqual([
      [ids.pending, "pending", null, "unknown", 0],
      [ids.held, "held", "VPN traffic", "vpn", 0],
      [ids.valid, "valid", null, "relay", 0.0015],
      [ids.reversed, "invalid", "Reversed: bought clicks", "unknown", 0],
      [ids.invalid, "invalid", "Bot traffic", "unknown", 0],
    ]);
    expect(data.at(-1)).toMatchObject({
      ...{ country: "DE", device: "desktop", creator: creator.username, referrer: "other" },
      rule: expect.stringContaining("bots"),
    });
    expect(data[2]?.rule).toBeNull();
    expect(text).not.toMatch(/secret|SecretBot|203\.0\.113|known_bot/);
    const posted = await owner<{ id: string; kind: string }[]>`
      select id, kind from ledger_transactions where reference = ${`campaign:${campaignId}`}`;
    const kinds = new Map(posted.map(({ id, kind }) => [id, kind]));
    expect(
      data.map(({ transactionId, reversalId }) => [
        kinds.get(transactionId ?? ""),
        kinds.get(reversalId ?? ""),
      ]),
    ).toEqual([
      [undefined, undefined],
      [undefined, undefined],
      ["click_payout", undefined],
      ["click_payout", "click_reversal"],
      [undefined, undefined],
    ]);
  });

  it("filters by every condition, alone and together", async () => {
    const { ids, list, creator } = await played();
    const found = async (query: string) => (await list(query)).data.map(({ id }) => id);
    const at = (ms: number) => encodeURIComponent(agoMs(ms).toISOString());
    expect(await found("verdict=valid")).toEqual([ids.valid]);
    expect(await found("verdict=pending")).toEqual([ids.pending]);
    expect(await found("category=Bot traffic")).toEqual([ids.invalid]);
    expect(await found("category=Reversed")).toEqual([ids.reversed]);
    expect(await found("country=FR")).toEqual([ids.valid, ids.reversed]);
    expect(await found("country=unknown&verdict=held")).toEqual([ids.held]);
    expect(await found("device=desktop")).toEqual([ids.invalid]);
    expect(await found(`from=${at(450_000)}&to=${at(300_000)}`)).toEqual([ids.valid, ids.reversed]);
    expect(await found(`creator=${creator.id}`)).toHaveLength(5);
    expect(await found(`creator=${crypto.randomUUID()}`)).toEqual([]);
  });

  it("is read page by page, each click once", async () => {
    const { ids, list } = await played();
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(
        cursor ? `limit=2&cursor=${cursor}` : "limit=2",
      );
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(Object.values(ids));
  });

  it.each([
    "verdict=great",
    "category=known_bot",
    "creator=x",
    "country=de",
    "country=%00",
    "device=toaster",
    "from=yesterday",
    "cursor=x",
    "cursor=9.9",
    "limit=101",
  ])("refuses %s", async (query) => {
    const { path, developer } = await launched();
    const { status } = await call("GET", `${path}?${query}`, { token: developer.token });
    expect(status).toBe(422);
  });

  it("is for the campaign's developer only, like the exports", async () => {
    const { path, creator, ids, developer } = await played();
    for (const suffix of ["", ".csv"]) {
      const stranger = await call("GET", `${path}${suffix}`, { token: creator.token });
      expect(stranger.status).toBe(403);
      expect(stranger.text).not.toContain(ids.valid);
      expect((await call("GET", `${path}${suffix}`)).status).toBe(401);
    }
    const missing = `/api/campaigns/${crypto.randomUUID()}/clicks.csv`;
    expect((await call("GET", missing, { token: developer.token })).status).toBe(404);
  });
});

describe("GET /api/campaigns/:id/clicks.csv", () => {
  it("exports the same clicks as the list, without the visitor", async () => {
    const { path, developer, list, ids } = await played();
    const { token } = developer;
    const whole = await call("GET", `${path}.csv`, { token });
    const lines = whole.text.trimEnd().split("\r\n").slice(1);
    const listed = (await list()).data;
    expect(lines.map((line) => line.split(",")[1])).toEqual(listed.map(({ id }) => id));
    expect(whole.headers.get("content-disposition")).toContain("fairclick-clicks.csv");
    const csv = await call("GET", `${path}.csv?country=FR`, { token });
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const [heading, ...french] = csv.text.trimEnd().split("\r\n");
    expect(heading?.split(",").slice(0, 3)).toEqual(["time", "id", "creator"]);
    expect(french.map((line) => line.split(",")[1])).toEqual([ids.valid, ids.reversed]);
    expect(french[0]).toContain(",valid,,FR,phone,relay,direct,0.0015,0,");
    expect(`${whole.text}${csv.text}`).not.toMatch(/secret|SecretBot|203\.0\.113/);
    const none = await call("GET", `${path}.csv?country=JP`, { token });
    expect(none.text.trimEnd()).toBe(heading);
  });

  it("has no name that a spreadsheet would calculate", async () => {
    const { path, developer, creator } = await played();
    await owner`update users set username = '=HYPERLINK("x")' where id = ${creator.id}`;
    const { text } = await call("GET", `${path}.csv`, { token: developer.token });
    expect(text).toContain(`,"'=HYPERLINK(""x"")",`);
  });

  it("is written for two per user at a time, who free their place when the reader leaves", async () => {
    const { path, developer } = await played();
    const headers = { authorization: `Bearer ${developer.token}` };
    const peer = { peerIp: "127.0.0.1" };
    const slow = await app.app.request(`${path}.csv`, { headers }, peer);
    const slower = await app.app.request(`${path}.csv`, { headers }, peer);
    const third = await call("GET", `${path}.csv`, { token: developer.token });
    expect([third.status, third.json.code]).toEqual([429, "rate_limited"]);
    await slow.body?.cancel();
    await slower.body?.cancel();
    expect((await call("GET", `${path}.csv`, { token: developer.token })).status).toBe(200);
  });
});
