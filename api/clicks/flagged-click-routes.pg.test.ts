import { clickResponseSchema, listedClickSchema } from "@fairclick/core/clicks/flagged-clicks";
import { asId } from "@fairclick/core/ids";
import { listResponse, pickJson } from "@fairclick/core/schemas";
import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import { addCampaign, addPendingClicks, addUser } from "@fairclick/services/testing/marketplace";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { insertLink } from "@fairclick/sql/campaigns/links";
import { withTx } from "@fairclick/sql/db/tx";
import { describe, expect, it } from "vitest";
import { register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, owner, db, addOperator } = app;
const { token } = await addOperator("Ann", ["clicks:read"]);
const { token: stranger } = await addOperator("Bob", ["ledger:read"]);
const { token: userToken } = await register(app);

const campaign = await addCampaign(db);
const other = await addCampaign(db, { payoutMicros: 2_000n });
const creator = await addUser(db);
const rival = await addUser(db);

await withTx(db, async (tx) => {
  await insertLink(tx, { campaignId: asId(campaign.id), creatorId: asId(creator), code: "code" });
  await insertLink(tx, { campaignId: asId(other.id), creatorId: asId(rival), code: "rival" });
});
const startedAt = new Date("2026-03-01T12:00:00.000Z").getTime();
const at = (minutes: number) => new Date(startedAt + minutes * 60_000);
const link = { campaignId: campaign.id, creatorId: creator };
const bot = { signal: "known_bot" as const, evidence: { pattern: "curl" } };
const vpn = { signal: "vpn" as const, evidence: { list: "x4bnet-vpn-v4", range: "10.1.0.0/16" } };
const phone = { ipKey: "10.2.0.9", deviceKey: "phone" };

const ids = await addPendingClicks(db, [
  { ...link, at: at(0), ...phone },
  { ...link, at: at(2), ipKey: "10.2.0.9", deviceKey: "tablet", signals: [bot] },
  { ...link, at: at(4), ipKey: "10.1.2.3", signals: [vpn] },
  { campaignId: other.id, creatorId: rival, at: at(6), ipKey: "10.1.9.9", signals: [vpn] },
  {
    campaignId: other.id,
    creatorId: rival,
    at: at(8),
    ipKey: "2001:db8:0:7::/64",
    signals: [bot, vpn],
  },
]);
await settleClicks(systemCtx(db), {
  watermark: at(60),
  windowSeconds: 60,
  shard: 0,
  shards: 1,
  batchSize: 100,
});
const [paid = "", botId = "", heldId = "", rivalHeld = "", rivalBot = ""] = ids;

async function list(query = "") {
  const answer = await call("GET", `/api/admin/clicks${query}`, { token });
  expect(answer.status, answer.text).toBe(200);
  return pickJson(listResponse(listedClickSchema), answer.json);
}
const listIds = async (query: string) => (await list(query)).data.map(({ id }) => id);

describe.each([
  "/api/admin/clicks",
  "/api/admin/clicks/top?by=/24",
  "/api/admin/suspects",
  `/api/admin/clicks/${botId}`,
])("GET %s", (path) => {
  it.each([
    ["nobody", null, 401],
    ["a user", userToken, 401],
    ["an operator without the scope", stranger, 403],
    ["an operator with it", token, 200],
  ])("answers %s", async (_, given, status) => {
    expect((await call("GET", path, { token: given })).status).toBe(status);
  });
});

describe("GET /api/admin/clicks", () => {
  it("lists flagged clicks, newest first, with the deciding signal and the cost", async () => {
    const { data, nextCursor } = await list();
    expect(data.map(({ id }) => id)).toEqual([rivalBot, rivalHeld, heldId, botId]);
    expect(nextCursor).toBeNull();
    expect(data[2]).toMatchObject({
      clickedAt: at(4).toISOString(),
      campaignName: "Obby",
      creatorId: creator,
      linkCode: "code",
      address: "10.1.2.3",
      verdict: "held",
      reason: "vpn",
      signals: ["vpn"],
      priceMicros: "1500",
      paidMicros: "0",
      appeal: null,
    });
  });

  it.each<[string, () => string, () => string[]]>([
    ["held ones", () => "verdict=held", () => [rivalHeld, heldId]],
    ["a signal, deciding or not", () => "signal=vpn", () => [rivalBot, rivalHeld, heldId]],
    ["a campaign", () => `campaign=${campaign.id}`, () => [heldId, botId]],
    ["a creator", () => `creator=${rival}`, () => [rivalBot, rivalHeld]],
    ["an address", () => "address=10.1.2.3", () => [heldId]],
    ["a range", () => "address=10.1.0.0/16", () => [rivalHeld, heldId]],
    ["an IPv6 address by its /64", () => "address=2001:db8:0:7::1", () => [rivalBot]],
    ["an IPv6 range", () => "address=2001:db8::/32", () => [rivalBot]],
    ["from, included", () => `from=${at(6).toISOString()}`, () => [rivalBot, rivalHeld]],
    ["to, left out", () => `to=${at(4).toISOString()}`, () => [botId]],
    ["an address, paid ones too", () => "verdict=any&address=10.2.0.9", () => [botId, paid]],
    [
      "a link's paid ones",
      () => `verdict=valid&campaign=${campaign.id}&creator=${creator}`,
      () => [paid],
    ],
  ])("finds %s", async (_, query, expected) => {
    expect(await listIds(`?${query()}`)).toEqual(expected());
  });

  it("finds a creator by name", async () => {
    const [row] = await owner<
      { username: string }[]
    >`select username from users where id = ${rival}`;
    expect(await listIds(`?creator=${row?.username.toUpperCase()}`)).toEqual([rivalBot, rivalHeld]);
    const unknown = await call("GET", "/api/admin/clicks?creator=nobody", { token });
    expect(unknown).toMatchObject({
      status: 404,
      json: { message: "There is no user called nobody" },
    });
  });

  it("finds and marks open appeals", async () => {
    const id = crypto.randomUUID();
    await owner`
      insert into cases (id, kind, campaign_id, user_id, text, micros, about, opened_at)
      select ${id}, 'appeals', campaign_id, creator_id, 'It was my aunt', 1500,
        jsonb_build_object('day', (clicked_at at time zone 'UTC')::date, 'reason', reason), now()
      from clicks where id = ${botId}`;
    const { data } = await list("?appealed=true");
    expect(data).toContainEqual(expect.objectContaining({ id: botId, appeal: "open" }));
    expect(new Set(data.map(({ reason }) => reason)).size).toBe(1);
  });

  it("pages to older clicks, each once", async () => {
    const first = await list("?limit=2");
    expect(first.data.map(({ id }) => id)).toEqual([rivalBot, rivalHeld]);
    const second = await list(`?limit=2&cursor=${first.nextCursor}`);
    expect(second.data.map(({ id }) => id)).toEqual([heldId, botId]);
    expect(second.nextCursor).toBeNull();
  });

  it.each([
    ["verdict=valid", "Clicks that were not flagged are shown of one link"],
    ["verdict=maybe", "Invalid option"],
    ["campaign=1", "campaign must be a campaign's id"],
    ["address=10.0.0.1'", "address must be an address or a range"],
    ["address=0.0.0.0/0", "address must be an address or a range"],
    ["from=yesterday", "from must be a time"],
    ["cursor=1_2", "cursor is not a cursor of this list"],
    ["limit=501", "limit must be at most 500"],
  ])("refuses %s", async (query, message) => {
    const answer = await call("GET", `/api/admin/clicks?${query}`, { token });
    expect(answer.status).toBe(422);
    expect(answer.json.message).toContain(message);
  });
});

describe("GET /api/admin/clicks/{id}", () => {
  async function show(id: string) {
    const answer = await call("GET", `/api/admin/clicks/${id}`, { token });
    expect(answer.status, answer.text).toBe(200);
    return pickJson(clickResponseSchema, answer.json).data;
  }

  it("returns every signal with its evidence, and the record of link and creator", async () => {
    expect(await show(heldId)).toMatchObject({
      verdict: "held",
      policyVersion: expect.any(Number),
      evidence: [{ signal: "vpn", effect: "held", facts: { range: "10.1.0.0/16" } }],
      link: { disabledAt: null, clicks: { valid: 1, invalid: 1, held: 1, unpaid: 0 } },
      creator: {
        suspendedAt: null,
        clicks: { valid: 1, invalid: 1, held: 1, unpaid: 0 },
        validPercent: 33.3,
        paidMicros: "1500",
        earningsMicros: "1500",
        debtMicros: "0",
      },
      payment: null,
      decisions: [],
      proof: null,
    });
  });

  it("returns the transaction that paid a click, and its neighbours", async () => {
    const click = await show(paid);
    const [row] = await owner<{ id: string }[]>`
      select id from ledger_transactions where reference = ${`campaign:${campaign.id}`} and kind = 'click_payout'`;
    expect(click.payment).toMatchObject({ transactionId: row?.id });
    expect(click.neighbours).toEqual({
      seconds: 600,
      isPartial: false,
      clicks: [
        {
          id: botId,
          clickedAt: at(2).toISOString(),
          campaignName: "Obby",
          creatorName: creator,
          verdict: "invalid",
          reason: "known_bot",
          paidMicros: "0",
          sameAddress: true,
          sameDevice: false,
        },
      ],
    });
  });

  it("shows clicks that still wait for their verdict", async () => {
    const [id = ""] = await addPendingClicks(db, [{ ...link, ...phone, at: at(1) }]);
    expect(await show(id)).toMatchObject({ verdict: "pending", reason: null, policyVersion: null });
    const { neighbours } = await show(paid);
    expect(neighbours.clicks).toContainEqual(
      expect.objectContaining({ id, verdict: "pending", sameAddress: true, sameDevice: true }),
    );
    await owner`delete from pending_clicks`;
  });

  it("returns the IP address lists that contain the address", async () => {
    const content = {
      lists: [{ name: "tor-exits", version: "ab12", date: "2026-02-28" }],
      operatorRanges: [],
    };
    const [row] = await owner<{ version: number }[]>`
      insert into ip_data_versions (content, hash) values (${owner.json(content)}, '\\x00') returning version`;
    await owner`update clicks set ip_data_version = ${row?.version ?? 0} where id = ${heldId}`;
    expect((await show(heldId)).ipData).toEqual({ version: row?.version, lists: content.lists });
  });

  it("streams an appeal and its result", async () => {
    expect(await show(botId)).toMatchObject({
      appeal: "open",
      appealId: expect.any(String),
      appealText: "It was my aunt",
    });
  });

  it("answers 404 for other ids", async () => {
    for (const id of [crypto.randomUUID(), Bun.randomUUIDv7()]) {
      expect((await call("GET", `/api/admin/clicks/${id}`, { token })).status).toBe(404);
    }
    expect((await call("GET", "/api/admin/clicks/1", { token })).status).toBe(422);
  });
});
