import { asId, type UserId } from "@fairclick/core/ids";
import { releaseEscrows } from "@fairclick/services/campaigns/budget";
import { forgetClicks } from "@fairclick/services/clicks/retain";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { pauseDeveloperCampaigns } from "@fairclick/sql/campaigns/stops";
import { withTx } from "@fairclick/sql/db/tx";
import { expect, it } from "vitest";
import { campaignInput, deposit, launch, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp({ config: { trustedHosts: ["roblox.com"] } });
const { call, db, owner, clock, addOperator } = app;
const { token } = await addOperator("Ann", [
  "campaigns:read",
  "campaigns:write",
  "cases:read",
  "cases:decide",
]);

type Launched = Awaited<ReturnType<typeof launch>>;
let places = 1_000;
/** A live campaign for a Roblox place of its own. */
const launchPlace = async (changes: Record<string, unknown> = {}) => {
  places += 1;
  const gameUrl = `https://www.roblox.com/games/${places}`;
  return { ...(await launch(app, { gameUrl, ...changes })), gameUrl, place: places };
};
const join = async (id: string) => {
  const creator = await register(app, "creator");
  const { status, json } = await call("POST", `/api/campaigns/join/${id}`, {
    token: creator.token,
  });
  return { creator, status, code: json.code };
};
const report = (fields: Record<string, string>, ip = "192.0.2.1", headers = {}) =>
  app.app.fetch(
    new Request("http://localhost/report", {
      method: "POST",
      body: new URLSearchParams({ reason: "scam", text: "It asks for a password.", ...fields }),
      headers,
    }),
    { peerIp: ip },
  );
const own = async ({ developer, id }: Launched) => {
  const { json } = await call("GET", "/api/campaigns/my-campaigns", { token: developer.token });
  return json.data.find((each: { _id: string }) => each._id === id);
};
const find = async (place: number, state = "open") => {
  const { json } = await call("GET", `/api/admin/cases?kind=reports&state=${state}&limit=100`, {
    token,
  });
  return json.data.find(({ address }: { address: string }) => address.endsWith(`/${place}`));
};
const decide = (id: string, verb: string, json = {}) =>
  call("POST", `/api/admin/cases/${id}/${verb}`, {
    token,
    json: { reason: "It steals passwords.", dryRun: false, ...json },
  });
const notices = async (user: string, decision: string) =>
  db.sql`
    select data from notices where user_id = ${user} and kind = 'campaign.decided'
      and data ->> 'decision' = ${decision}`;

it("keeps a campaign as it is, however many people report it", async () => {
  const launched = await launchPlace();
  const { creator } = await join(launched.id);
  const [link] = await owner`select code from links where creator_id = ${creator.id}`;
  for (let count = 0; count < 30; count += 1) {
    const answer = await report({ link: link?.code ?? "" }, `192.0.2.${count % 10}`);
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringContaining("Thank you"),
    ]);
  }
  await report({ link: launched.id, reason: "other" }, "2001:db8:1:2::1");
  await report({ link: launched.id, reason: "other" }, "2001:db8:1:2::2");
  await report({ link: launched.id, reason: "other" }, "2001:db8:1:3::1");

  const found = await find(launched.place);
  expect(found).toMatchObject({
    address: `roblox.com/games/${launched.place}`,
    ...{ reports: 12, reporters: 12, networks: 2, answer: null },
    reasons: [
      { reason: "scam", reports: 10 },
      { reason: "other", reports: 2 },
    ],
  });
  expect(await own(launched)).toMatchObject({ status: "ACTIVE", stopped: null });
  expect((await join(launched.id)).status).toBe(200);
  const shown = await call("GET", `/api/admin/cases/${found.id}`, { token });
  expect(shown.json.data.items).toHaveLength(12);
  expect(shown.json.data.items.at(-1)).toMatchObject({
    ...{ text: "It asks for a password.", signedIn: false, code: link?.code, reason: "scam" },
  });
  const rows = await owner`select r.* from link_reports r where address_id = ${found.id}`;
  expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2|2001:db8/);
});

it("counts users by account, once a day, and says the same for campaigns that do not exist", async () => {
  const launched = await launchPlace();
  const [one, other] = [await register(app), await register(app)];
  const send = (user: { token: string }, id = launched.id, json: object = { reason: "adult" }) =>
    call("POST", `/api/campaigns/${id}/report`, { token: user.token, json });
  const first = await send(one);
  await send(one);
  await send(other);
  expect(await find(launched.place)).toMatchObject({ reports: 2, reporters: 2, networks: 1 });
  const nothing = await send(one, crypto.randomUUID());
  expect([nothing.status, nothing.text]).toEqual([first.status, first.text]);
  expect((await send(one, launched.id, { reason: "boring" })).status).toBe(422);
  expect((await send(one, launched.id, { reason: "scam", text: "x".repeat(501) })).status).toBe(
    422,
  );
  expect((await send(one, launched.id, { reason: "scam", text: "\u202eevil" })).status).toBe(422);
  clock.at = new Date(clock.at.getTime() + 86_400_000);
  await send(one);
  expect(await find(launched.place)).toMatchObject({ reports: 3, reporters: 2 });
  const anonymous = await call("POST", `/api/campaigns/${launched.id}/report`, { json: {} });
  expect(anonymous.status).toBe(401);
});

it("stops the campaigns of a confirmed address, tells why, and lets them run again", async () => {
  const launched = await launchPlace();
  const same = await launchPlace({ gameUrl: `${launched.gameUrl.replace("www.", "m.")}/Name?x=1` });
  const elsewhere = await launchPlace();
  await join(launched.id);
  await report({ link: launched.id });
  const { id } = await find(launched.place);

  const dry = await decide(id, "accept", { dryRun: true });
  expect(dry.json.data).toMatchObject({ applied: false, after: { campaignsStopped: 2 } });
  expect((await own(launched)).status).toBe("ACTIVE");
  expect((await decide(id, "accept")).status).toBe(200);
  for (const stopped of [launched, same]) {
    expect(await own(stopped)).toMatchObject({
      status: "PAUSED",
      stopped: { by: "report", reason: expect.stringContaining("It steals passwords.") },
    });
    const [notice] = await notices(stopped.developer.id, "blocked");
    expect(notice?.data).toMatchObject({ reason: "It steals passwords.", reportId: id });
  }
  expect((await own(elsewhere)).status).toBe("ACTIVE");
  expect((await join(launched.id)).code).toBe("campaign_not_joinable");

  const { developer } = launched;
  const edit = (json: object) =>
    call("PATCH", `/api/campaigns/${launched.id}`, { token: developer.token, json });
  expect((await edit({ isActive: true })).status).toBe(403);
  expect((await edit({ gameUrl: elsewhere.gameUrl })).status).toBe(403);
  const moved = await call("PATCH", `/api/campaigns/${elsewhere.id}`, {
    token: elsewhere.developer.token,
    json: { gameUrl: launched.gameUrl },
  });
  expect([moved.status, moved.json.message]).toEqual([403, expect.stringContaining(id)]);
  const resume = { token, json: { reason: "why", dryRun: false } };
  expect((await call("POST", `/api/admin/campaigns/${launched.id}/resume`, resume)).status).toBe(
    403,
  );
  await expect(launchPlace({ gameUrl: `${launched.gameUrl}/again` })).rejects.toThrow("forbidden");
  expect((await decide(id, "accept")).status).toBe(409);

  expect((await decide(id, "reopen")).json.data.after).toMatchObject({ campaignsReleased: 2 });
  expect(await own(launched)).toMatchObject({ status: "ACTIVE", stopped: null });
  expect(await notices(developer.id, "unblocked")).toHaveLength(1);
  expect((await launchPlace({ gameUrl: launched.gameUrl })).id).toBeTruthy();
  const actions = await owner`
    select action from audit_log where subject in (${`address:${id}`}, ${`campaign:${launched.id}`})
      and action ~ '^(address|campaign.*block)' order by id`;
  expect(actions.map(({ action }) => action)).toEqual([
    ...["address.confirmed", "campaign.block", "address.open", "campaign.unblock"],
  ]);
});

it("returns the budget of a stopped campaign when its developer ends it", async () => {
  const launched = await launchPlace();
  await report({ link: launched.id });
  await decide((await find(launched.place)).id, "accept");
  const end = { token: launched.developer.token };
  expect((await call("POST", `/api/campaigns/${launched.id}/end`, end)).status).toBe(200);
  const watermark = new Date(clock.at.getTime() + 60_000);
  const later = new Date(clock.at.getTime() + 120_000);
  await releaseEscrows(
    systemCtx(db, () => later),
    { watermark },
  );
  const [wallet] = await db.sql`
    select balance_micros as micros from ledger_accounts
    where kind = 'wallet' and owner_id = ${launched.developer.id}`;
  expect(wallet?.micros).toBe(15_000_000n);
});

it("reviews what follows: the developer's campaigns, and others on the same website", async () => {
  const confirmed = await launch(app, { gameUrl: "https://one.evil.example/play" });
  await report({ link: confirmed.id });
  const { json } = await call("GET", "/api/admin/cases?kind=reports&limit=100", { token });
  const { id } = json.data.find(({ host }: { host: string }) => host === "one.evil.example");
  await decide(id, "accept");
  const findReview = async (campaignId: string) => {
    const [row] = await owner`
      select id, about -> 'reasons' as reasons from cases where campaign_id = ${campaignId}`;
    return row ?? { id: null, reasons: [] };
  };
  const sibling = await launch(app, { gameUrl: "https://one.evil.example/other" });
  expect((await findReview(sibling.id)).reasons).toContain("reported_host");
  await deposit(app, confirmed.developer, 15);
  const next = await call("POST", "/api/campaigns", {
    token: confirmed.developer.token,
    json: campaignInput(app, { gameUrl: "https://www.roblox.com/games/77" }),
  });
  expect((await findReview(next.json.data._id)).reasons).toEqual(["reported_developer"]);
  const approve = { token, json: { reason: "why", dryRun: false } };
  const waiting = (await findReview(confirmed.id)).id;
  const approved = await call("POST", `/api/admin/cases/${waiting}/accept`, approve);
  expect(approved.status).toBe(403);

  await decide(id, "accept", { wholeHost: true });
  const sub = launch(app, { gameUrl: "https://sub.one.evil.example/" });
  await expect(sub).rejects.toThrow("forbidden");
  expect((await launch(app, { gameUrl: "https://two.evil.example/" })).id).toBeTruthy();
  expect((await own(sibling)).stopped.by).toBe("review");
  const roblox = await launchPlace();
  await report({ link: roblox.id });
  const trusted = await decide((await find(roblox.place)).id, "accept", { wholeHost: true });
  expect([trusted.status, trusted.json.message]).toEqual([
    409,
    expect.stringContaining("TRUSTED_HOSTS"),
  ]);
});

it("refuses to fund a campaign whose address was confirmed after it was saved", async () => {
  const launched = await launchPlace();
  const poor = await register(app, "developer");
  const saved = await call("POST", "/api/campaigns", {
    token: poor.token,
    json: campaignInput(app, { gameUrl: launched.gameUrl }),
  });
  await report({ link: launched.id });
  await decide((await find(launched.place)).id, "accept");
  await deposit(app, poor, 15);
  const id = saved.json.data._id;
  const funded = await call("POST", `/api/campaigns/${id}/fund`, { token: poor.token });
  expect([funded.status, funded.json.code]).toEqual([403, "forbidden"]);
});

it("keeps the pause of a dispute that comes while a campaign is stopped", async () => {
  const launched = await launchPlace();
  await report({ link: launched.id });
  const { id } = await find(launched.place);
  await decide(id, "accept");
  const at = new Date(clock.at.getTime() + 1);
  await withTx(db, (tx) =>
    pauseDeveloperCampaigns(tx, {
      developerId: asId<UserId>(launched.developer.id),
      ...{ at, by: "platform", reason: "Your bank disputed a deposit." },
    }),
  );
  await decide(id, "decline");
  expect(await own(launched)).toMatchObject({ status: "PAUSED", stopped: { by: "platform" } });
  const [row] = await owner`select blocked_by from campaigns where id = ${launched.id}`;
  expect(row?.blockedBy).toBeNull();
});

it("keeps a campaign stopped while another confirmed address includes it", async () => {
  const launched = await launch(app, { gameUrl: "https://both.example/play" });
  const other = await launch(app, { gameUrl: "https://both.example/other" });
  await report({ link: launched.id });
  await report({ link: other.id });
  const { json } = await call("GET", "/api/admin/cases?kind=reports&limit=100", { token });
  const findId = (address: string) =>
    json.data.find((each: { address: string }) => each.address === address).id;
  const [exact, wide] = [findId("both.example/play"), findId("both.example/other")];
  await decide(exact, "accept");
  await decide(wide, "accept", { wholeHost: true });
  await decide(exact, "decline");
  const blockedBy = async () => {
    const [row] = await owner`select blocked_by from campaigns where id = ${launched.id}`;
    return row?.blockedBy;
  };
  expect(await blockedBy()).toBe(wide);
  await decide(wide, "accept");
  expect(await blockedBy()).toBeNull();
});

it("opens a dismissed address again after a day, not at once", async () => {
  const launched = await launchPlace();
  await report({ link: launched.id });
  const { id } = await find(launched.place);
  await decide(id, "decline");
  await report({ link: launched.id }, "192.0.2.77");
  expect(await find(launched.place)).toBeUndefined();
  expect(await find(launched.place, "declined")).toMatchObject({ reports: 2 });
  clock.at = new Date(clock.at.getTime() + 86_400_000);
  await report({ link: launched.id }, "192.0.2.78");
  expect(await find(launched.place)).toMatchObject({ reports: 3, answer: null });
});

it("lets no campaign slip past a decision that is made at the same moment", async () => {
  const launched = await launchPlace();
  const movers = await Promise.all([1, 2, 3, 4].map(() => launchPlace()));
  await report({ link: launched.id });
  const { id } = await find(launched.place);
  const { gameUrl } = launched;
  const move = ({ developer, id: campaign }: Launched) =>
    call("PATCH", `/api/campaigns/${campaign}`, { token: developer.token, json: { gameUrl } });
  const start = () => launchPlace({ gameUrl }).catch(() => null);
  const [decided] = await Promise.all([
    decide(id, "accept"),
    ...movers.map(move),
    ...[start(), start(), start(), start()],
  ]);
  expect(decided.status).toBe(200);
  const slipped = await owner`
    select id from campaigns where game_url = ${gameUrl} and blocked_by is null`;
  expect(slipped).toHaveLength(0);
});

it("needs an operator with the scope", async () => {
  const launched = await launchPlace();
  await report({ link: launched.id });
  const { id } = await find(launched.place);
  const reader = (await addOperator("Ann", ["cases:read"])).token;
  const json = { reason: "why", dryRun: false };
  const path = `/api/admin/cases/${id}/accept`;
  expect((await call("POST", path, { token: reader, json })).status).toBe(403);
  expect((await call("POST", path, { token: launched.developer.token, json })).status).toBe(401);
  expect((await call("GET", "/api/admin/cases?kind=reports")).status).toBe(401);
  expect((await decide("nothing", "accept")).status).toBe(404);
  expect((await call("GET", "/api/admin/cases/nothing", { token })).status).toBe(404);
});

it("forgets reports with the other personal data, and keeps what was decided", async () => {
  const launched = await launchPlace();
  await report({ link: launched.id });
  const { id } = await find(launched.place);
  const ctx = systemCtx(db, () => new Date(clock.at.getTime() + 91 * 86_400_000));
  await forgetClicks(ctx);
  expect(await owner`select from link_reports`).toHaveLength(0);
  const shown = await call("GET", `/api/admin/cases/${id}`, { token });
  expect(shown.json.data).toMatchObject({ reports: 0, reasons: [], items: [], state: "open" });
});
