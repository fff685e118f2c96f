import { compact } from "@fairclick/core/compact";
import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import { addFinding } from "@fairclick/services/testing/counted-clicks";
import { addPendingClicks } from "@fairclick/services/testing/marketplace";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { describe, expect, it } from "vitest";
import { launch, type Person, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, db, owner, addOperator } = app;
const { token } = await addOperator("Ann");
const admin = (method: string, path: string, json?: unknown, as = token) =>
  call(method, `/api/admin${path}`, compact({ token: as, json }));
const act = (path: string, json: object = {}) => admin("POST", path, { reason: "a farm", ...json });

async function join(creator: Person, campaignId: string): Promise<string> {
  const { json } = await call("POST", `/api/campaigns/join/${campaignId}`, {
    token: creator.token,
  });
  return json.data.shortLink.split("/").at(-1);
}

/** Settles a valid and a held click of the link, ten minutes old. */
async function settle(campaignId: string, creatorId: string): Promise<void> {
  const visit = { at: new Date(app.clock.at.getTime() - 600_000), campaignId, creatorId };
  await addPendingClicks(app.db, [visit, { ...visit, signals: [{ signal: "vpn", evidence: {} }] }]);
  await settleClicks(systemCtx(app.db), {
    ...{ watermark: app.clock.at, windowSeconds: 60, shard: 0, shards: 1, batchSize: 100 },
  });
}

/** A creator with a live link that has clicks, another live link, and links that were stopped before. */
async function addCreator() {
  const creator = await register(app, "creator");
  const campaigns = [];
  for (let i = 0; i < 4; i += 1) campaigns.push(await launch(app));
  const codes: string[] = [];
  for (const { id } of campaigns) codes.push(await join(creator, id));
  const [visited, , byDeveloper] = campaigns;
  await settle(visited?.id ?? "", creator.id);
  await call("PATCH", `/api/campaigns/${byDeveloper?.id}/links/${creator.id}`, {
    token: byDeveloper?.developer.token ?? "",
    json: { disabled: true },
  });
  await act(`/links/${codes[3]}/disable`);
  app.clock.at = new Date(app.clock.at.getTime() + 60_000);
  const listStates = async () => {
    const { json } = await admin("GET", `/links?creator=${creator.id}`);
    const states = new Map<string, string | null>(
      json.data.map((link: { code: string; disabledBy: string | null }) => [
        link.code,
        link.disabledBy,
      ]),
    );
    return codes.map((code) => states.get(code));
  };
  return { creator, campaigns, codes, listStates };
}

const listNotices = async (creator: Person) => {
  const rows = await owner<{ kind: string }[]>`
    select concat(kind, case when in_app then ' in app' end,
        case when mail_status is not null then ', mail' end) as kind
    from notices where user_id = ${creator.id} and kind like 'link%' order by at, kind`;
  return rows.map(({ kind }) => kind);
};

describe("a link", () => {
  it("is shown with names, money, the last day and findings", async () => {
    const creator = await register(app, "creator");
    const { id } = await launch(app);
    const code = await join(creator, id);
    await call("POST", `/api/links/${id}/names`, { token: creator.token, json: { name: "bio" } });
    await settle(id, creator.id);
    const finding = crypto.randomUUID();
    const found = { campaignId: id, fromAt: app.clock.at, at: app.clock.at };
    await addFinding(db, { ...{ ...found, id: finding, creatorId: creator.id } }, { clicks: 500 });
    const other = await register(app, "creator");
    await join(other, id);
    await addFinding(db, { ...{ ...found, id: crypto.randomUUID(), creatorId: other.id } });
    const { status, json } = await admin("GET", `/links/${code}`);
    expect(status).toBe(200);
    const { paidMicros } = json.data;
    expect(Number(paidMicros)).toBeGreaterThan(0);
    expect(json.data).toMatchObject({
      code,
      campaignId: id,
      creator: creator.username,
      disabledBy: null,
      clicks: { total: 2, valid: 1, held: 1, pending: 0 },
      heldMicros: paidMicros,
      pendingMicros: "0",
      lastDay: { clicks: 2, paidMicros },
      names: [{ name: "bio", removed: false, valid: 0, paidMicros: "0" }],
      findings: [{ id: finding, code, state: "open", signals: [{ evidence: { clicks: 500 } }] }],
    });
    expect(json.data.findings).toHaveLength(1);
    app.clock.at = new Date(app.clock.at.getTime() + 2 * 86_400_000);
    const later = await admin("GET", `/links/${code}`);
    expect(later.json.data.lastDay).toEqual({ clicks: 0, paidMicros: "0" });
  });

  it("is not found by another code, and hides no list", async () => {
    expect((await admin("GET", "/links/none")).status).toBe(404);
    expect((await admin("GET", "/links/suspects")).json).toHaveProperty("compared");
  });
});

describe("all links of a creator", () => {
  it("are disabled at once, and the same ones enabled again", async () => {
    const { creator, campaigns, codes, listStates } = await addCreator();
    const before = await listStates();
    expect(before).toEqual([null, null, "developer", "operator"]);
    const path = `/users/${creator.username}/links`;

    const preview = await act(`${path}/disable`, { dryRun: true });
    const facts = { creator: creator.username, clicksOfLastDay: 2, paidOfLastDay: "$0.0015" };
    expect(preview.json.data).toEqual({
      action: "creator.disable_links",
      subject: `user:${creator.id}`,
      before: { ...facts, liveLinks: 2, disabledAt: null },
      after: { ...facts, liveLinks: 0, disabledAt: app.clock.at.toISOString() },
      applied: false,
      seen: expect.stringMatching(/^\d+-/),
    });
    expect(await listStates()).toEqual(before);
    const stale = await act(`${path}/disable`, { seen: "1-another" });
    expect([stale.status, await listStates()]).toEqual([409, before]);

    const stopped = await act(`${path}/disable`, { seen: preview.json.data.seen });
    expect(stopped.json.data).toEqual({ ...preview.json.data, applied: true });
    expect(await listStates()).toEqual(["operator", "operator", "developer", "operator"]);
    const audited = await admin(
      "GET",
      `/audit?actorKind=operator&subject=link:${campaigns[1]?.id}:${creator.id}`,
    );
    expect(audited.json.data).toEqual([
      expect.objectContaining({
        action: "link.disable",
        reason: "a farm",
        actor: "Ann",
        before: { code: codes[1], disabledBy: null },
        after: { code: codes[1], disabledBy: "operator" },
      }),
    ]);
    expect(await listNotices(creator)).toEqual([
      ...["links.changed in app, mail", "links.changed in app, mail", "links.changed in app, mail"],
    ]);
    const stops = await owner<{ data: { state: string; by: string; links: object[] } }[]>`
      select data from notices where user_id = ${creator.id} order by id desc limit 1`;
    const named = { campaignId: expect.any(String), name: expect.any(String) };
    expect(stops[0]?.data).toEqual({ state: "stopped", by: "operator", links: [named, named] });
    expect((await act(`${path}/disable`)).status).toBe(409);

    app.clock.at = new Date(app.clock.at.getTime() + 60_000);
    const undone = await act(`${path}/enable`, { reason: "a mistake" });
    expect(undone.json.data).toMatchObject({
      action: "creator.enable_links",
      before: { stoppedLinks: 2 },
      after: { stoppedLinks: 0 },
    });
    expect(await listStates()).toEqual(before);
    expect((await listNotices(creator)).slice(3)).toEqual(["links.changed in app, mail"]);
    expect((await act(`${path}/enable`)).status).toBe(409);
  });

  it("are disabled 200 at a time, and all enabled again", async () => {
    const creator = await register(app, "creator");
    const { id, developer } = await launch(app);
    await join(creator, id);
    await owner`
      insert into campaigns select (jsonb_populate_record(c, jsonb_build_object('id',
        gen_random_uuid()))).* from campaigns c, generate_series(1, 200) where c.id = ${id}`;
    await owner`
      insert into links (campaign_id, creator_id, code)
      select c.id, ${creator.id}, left(md5(c.id::text), 12) from campaigns c
      where c.developer_id = ${developer.id} and c.id <> ${id}`;
    const path = `/users/${creator.id}/links`;
    const leftAfter = async (verb: string) => (await act(`${path}/${verb}`)).json.data.after;
    expect(await leftAfter("disable")).toMatchObject({ liveLinks: 1 });
    app.clock.at = new Date(app.clock.at.getTime() + 1_000);
    expect(await leftAfter("disable")).toMatchObject({ liveLinks: 0 });
    expect(await leftAfter("enable")).toMatchObject({ stoppedLinks: 1 });
    expect(await leftAfter("enable")).toMatchObject({ stoppedLinks: 0 });
    const [live] = await owner<{ count: number }[]>`
      select count(*)::int as count from links
      where creator_id = ${creator.id} and disabled_at is null`;
    expect(live?.count).toBe(201);
  });

  it("are refused without the scope, without a reason, and for unknown people", async () => {
    const { creator, listStates } = await addCreator();
    const before = await listStates();
    const viewer = await addOperator("Vic", ["links:read"]);
    const path = `/users/${creator.id}/links/disable`;
    expect((await admin("POST", path, { reason: "why" }, viewer.token)).status).toBe(403);
    expect((await admin("POST", path, {})).status).toBe(422);
    expect((await act("/users/nobody/links/disable")).status).toBe(404);
    expect((await act(`/users/${crypto.randomUUID()}/links/enable`)).status).toBe(404);
    expect((await act(`/users/${creator.id}/links/enable`)).status).toBe(409);
    expect(await listStates()).toEqual(before);
  });
});
