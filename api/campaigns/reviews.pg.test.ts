import { releaseEscrows } from "@fairclick/services/campaigns/budget";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
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
const elsewhere = (host: string) => ({ gameUrl: `https://${host}/play` });
const own = async ({ developer, id }: Launched) => {
  const { json } = await call("GET", "/api/campaigns/my-campaigns", { token: developer.token });
  return json.data.find((each: { _id: string }) => each._id === id);
};
const edit = ({ developer, id }: Launched, json: object) =>
  call("PATCH", `/api/campaigns/${id}`, { token: developer.token, json });
const waiting = async ({ id }: Launched, state = "open") => {
  const { json } = await call("GET", `/api/admin/cases?kind=reviews&state=${state}&limit=100`, {
    token,
  });
  return json.data.find((each: { campaignId: string }) => each.campaignId === id);
};
const decide = async (launched: Launched, verb: "accept" | "decline", json = {}) => {
  const { id } = await waiting(launched);
  const given = { token, json: { reason: "I looked at it.", dryRun: false, ...json } };
  return { id, ...(await call("POST", `/api/admin/cases/${id}/${verb}`, given)) };
};
const decisions = async (user: string) => {
  const rows = await db.sql<{ decision: string }[]>`
    select data ->> 'decision' as decision from notices
    where user_id = ${user} and kind = 'campaign.decided' order by id`;
  return rows.map(({ decision }) => decision);
};

it("makes a first campaign for a Roblox game live at once", async () => {
  const launched = await launch(app);
  expect(await own(launched)).toMatchObject({ status: "ACTIVE", stopped: null });
  expect(await waiting(launched)).toBeUndefined();
});

it("lets a first campaign for another website wait, unpaid and unseen, until it is approved", async () => {
  const launched = await launch(app, elsewhere("one.example"));
  const { developer, id } = launched;
  const shown = await own(launched);
  expect(shown).toMatchObject({ status: "IN_REVIEW", stopped: { how: "paused", by: "review" } });
  expect(shown.stopped.reason).toContain("An operator decides within 24 hours.");
  expect(await waiting(launched)).toMatchObject({
    about: {
      ...{ subject: "campaign", gameUrl: "https://one.example/play" },
      reasons: ["first_campaign", "new_host"],
    },
  });

  const creator = await register(app, "creator");
  const join = () => call("POST", `/api/campaigns/join/${id}`, { token: creator.token });
  expect((await join()).json.code).toBe("campaign_not_joinable");
  const listed = await call("GET", "/api/campaigns?scope=all&limit=100");
  expect(listed.text).not.toContain(id);
  expect((await edit(launched, { isActive: true })).status).toBe(403);
  expect((await edit(launched, elsewhere("two.example"))).status).toBe(409);
  const price = { token: developer.token, json: { payoutPerClick: 0.002 } };
  expect((await call("POST", `/api/campaigns/${id}/price`, price)).status).toBe(409);
  const resume = { token, json: { reason: "why", dryRun: false } };
  expect((await call("POST", `/api/admin/campaigns/${id}/resume`, resume)).status).toBe(409);
  expect((await own(launched)).status).toBe("IN_REVIEW");

  expect((await decide(launched, "accept", { dryRun: true })).json.data.applied).toBe(false);
  expect((await own(launched)).status).toBe("IN_REVIEW");
  const approved = await decide(launched, "accept");
  expect(approved.status).toBe(200);
  expect((await own(launched)).status).toBe("ACTIVE");
  expect((await join()).status).toBe(200);
  expect(await decisions(developer.id)).toEqual(["approved"]);
  const again = { token, json: { reason: "why", dryRun: false } };
  expect((await call("POST", `/api/admin/cases/${approved.id}/decline`, again)).status).toBe(409);
  const [audit] = await db.sql`
    select reason from audit_log where action = 'campaign.review_approved' and subject = ${`campaign:${id}`}`;
  expect(audit?.reason).toBe("I looked at it.");

  const other = await launch(app, elsewhere("one.example"));
  expect(await waiting(other)).toMatchObject({ about: { reasons: ["first_campaign"] } });
});

it.each([
  "https://www.roblox.com/de/games/1/Tower",
  "https://roblox.com/games/start?placeId=1",
  "https://www.roblox.com/share?code=ab12&type=ExperienceDetails",
  `https://ro.blox.com/Ebh5?af_dp=${encodeURIComponent("roblox://placeId=1")}`,
])("takes a game on Roblox at once: %s", async (gameUrl) => {
  expect(await own(await launch(app, { gameUrl }))).toMatchObject({ status: "ACTIVE" });
});

it.each([
  "https://devforum.roblox.com/t/free-robux/1",
  "https://t.roblox.com/games/1",
  "https://www.roblox.com/users/1/profile",
  "https://www.roblox.com/login?returnUrl=/games/1",
  "https://www.roblox.com/share?code=ab12&type=Profile",
])("looks at a page of Roblox that is no game: %s", async (gameUrl) => {
  expect(await own(await launch(app, { gameUrl }))).toMatchObject({ status: "IN_REVIEW" });
});

it("approves what is below an address, and looks at the rest of a website where others publish", async () => {
  const launched = await launch(app, { gameUrl: "https://sites.example/view/mine" });
  const approved = await decide(launched, "accept");
  expect(approved.json.data.after).toMatchObject({ approves: "sites.example/view/mine" });
  const change = async (path: string) => {
    await edit(launched, { gameUrl: `https://sites.example/${path}` });
    const { gameUrl, pendingGameUrl } = await own(launched);
    return [gameUrl, pendingGameUrl].map(
      (url) => url?.replace("https://sites.example/", "") ?? null,
    );
  };
  expect(await change("view/mine/two?a=1")).toEqual(["view/mine/two?a=1", null]);
  for (const path of [
    "view/theirs",
    "view/Mine",
    "view/mine2",
    "view",
    "",
    "view/mine/..%2ftheirs",
    "view/mine/%2e%2e/theirs",
  ]) {
    expect((await change(path))[0], path).toBe("view/mine/two?a=1");
    expect(await waiting(launched), path).toMatchObject({ about: { reasons: ["new_host"] } });
  }

  const theirs = await launch(app, { gameUrl: "https://one.example/play" });
  await decide(theirs, "accept");
  const json = campaignInput(app, { gameUrl: "https://sites.example/view/other" });
  await deposit(app, theirs.developer, json.budget);
  const next = await call("POST", "/api/campaigns", { token: theirs.developer.token, json });
  expect(next.json.data.status).toBe("IN_REVIEW");
});

it("approves a page named by its query only with that query, and a whole website if asked to", async () => {
  const launched = await launch(app, { gameUrl: "https://watch.example/v?id=mine" });
  await decide(launched, "accept");
  await edit(launched, { gameUrl: "https://watch.example/v?id=theirs" });
  expect(await own(launched)).toMatchObject({
    pendingGameUrl: "https://watch.example/v?id=theirs",
  });
  await decide(launched, "accept", { wholeHost: true });
  await edit(launched, { gameUrl: "https://watch.example/anything" });
  expect(await own(launched)).toMatchObject({ gameUrl: "https://watch.example/anything" });
});

it("returns the budget of a rejected campaign, whose developer reads why", async () => {
  const launched = await launch(app, elsewhere("bad.example"));
  expect((await decide(launched, "decline")).status).toBe(200);
  expect(await own(launched)).toMatchObject({
    status: "DISABLED",
    stopped: { how: "disabled", reason: "I looked at it." },
  });
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
  expect(await decisions(launched.developer.id)).toEqual(["rejected"]);
});

it("keeps a campaign paused that its developer launched paused", async () => {
  const launched = await launch(app, { ...elsewhere("paused.example"), isActive: false });
  expect((await own(launched)).status).toBe("IN_REVIEW");
  await decide(launched, "accept");
  expect(await own(launched)).toMatchObject({ status: "PAUSED", stopped: null });
});

it("keeps the pause of a dispute that comes while a campaign waits", async () => {
  const launched = await launch(app, elsewhere("disputed.example"));
  await owner`update campaigns set forced_pause_by = 'platform', forced_pause_reason = 'Your bank disputed a deposit.'
    where id = ${launched.id}`;
  await decide(launched, "accept");
  expect(await own(launched)).toMatchObject({ status: "PAUSED", stopped: { by: "platform" } });
});

it("lets the developer end a campaign that waits, which then waits no longer", async () => {
  const launched = await launch(app, elsewhere("ended.example"));
  const { id } = await waiting(launched);
  const end = { token: launched.developer.token };
  expect((await call("POST", `/api/campaigns/${launched.id}/end`, end)).status).toBe(200);
  expect(await waiting(launched)).toBeUndefined();
  const approve = { token, json: { reason: "why", dryRun: false } };
  expect((await call("POST", `/api/admin/cases/${id}/accept`, approve)).status).toBe(409);
});

it("sends visitors to the former address until the new one is approved", async () => {
  const launched = await launch(app);
  const former = (await own(launched)).gameUrl;
  const first = await edit(launched, elsewhere("phishing.example"));
  expect(first.json.message).toContain("waits for review");
  expect(await own(launched)).toMatchObject({
    ...{ status: "ACTIVE", gameUrl: former, pendingGameUrl: "https://phishing.example/play" },
  });
  const seen = await waiting(launched);
  await edit(launched, elsewhere("worse.example"));
  const approve = { token, json: { reason: "why", dryRun: false } };
  const stale = await call("POST", `/api/admin/cases/${seen.id}/accept`, approve);
  expect([stale.status, (await own(launched)).gameUrl]).toEqual([409, former]);

  expect((await decide(launched, "decline")).status).toBe(200);
  expect(await own(launched)).toMatchObject({ gameUrl: former, pendingGameUrl: null });
  await edit(launched, elsewhere("fine.example"));
  await decide(launched, "accept");
  const gameUrl = "https://fine.example/play";
  expect(await own(launched)).toMatchObject({ status: "ACTIVE", gameUrl, pendingGameUrl: null });
  await edit(launched, { gameUrl: "https://fine.example/play/other" });
  expect(await own(launched)).toMatchObject({ gameUrl: "https://fine.example/play/other" });
  await edit(launched, elsewhere("third.example"));
  await edit(launched, { gameUrl: "https://fine.example/play/other" });
  expect(await own(launched)).toMatchObject({ pendingGameUrl: null });
});

it("needs an operator with the scope", async () => {
  const launched = await launch(app, elsewhere("scopes.example"));
  const { id } = await waiting(launched);
  const json = { reason: "why", dryRun: false };
  const reader = (await addOperator("Ann", ["cases:read"])).token;
  const path = `/api/admin/cases/${id}/accept`;
  expect((await call("POST", path, { token: reader, json })).status).toBe(403);
  expect((await call("POST", path, { token: launched.developer.token, json })).status).toBe(401);
  expect((await call("GET", "/api/admin/cases")).status).toBe(401);
  expect((await call("POST", "/api/admin/cases/nothing/accept", { token, json })).status).toBe(404);
});

it("lets a price wait that is far from what many developers pay", async () => {
  for (let count = 0; count < 10; count += 1) await launch(app);
  const launched = await launch(app, { payoutPerClick: 0.1, budget: 15 });
  expect(await waiting(launched)).toMatchObject({ about: { reasons: ["unusual_price"] } });
  const live = await launch(app);
  const change = { token: live.developer.token, json: { payoutPerClick: 0.1 } };
  const changed = await call("POST", `/api/campaigns/${live.id}/price`, change);
  expect([changed.status, changed.json.message]).toEqual([
    409,
    expect.stringContaining("launch another campaign"),
  ]);
});
