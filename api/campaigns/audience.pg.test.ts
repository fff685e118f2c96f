import { storeCountries } from "@fairclick/services/ip/testing/store-countries";
import { addCountedClicks } from "@fairclick/services/testing/counted-clicks";
import { describe, expect, it } from "vitest";
import { campaignInput, deposit, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
await storeCountries(app.owner, "81.0.0.0,81.255.255.255,GB");
const without = await createTestApp();
const { call, db } = app;
const germany = { countries: ["DE"], devices: null };

const create = (developer: { token: string }, changes: Record<string, unknown> = {}) =>
  call("POST", "/api/campaigns", { token: developer.token, json: campaignInput(app, changes) });

describe("a campaign's audience", () => {
  it("is everybody unless the developer chooses, and creators see it before they join", async () => {
    const developer = await register(app);
    await deposit(app, developer, 30);
    const all = await create(developer);
    expect(all.json.data.audience).toEqual({ countries: null, devices: null });
    const chosen = await create(developer, {
      audience: { countries: ["FR", "DE", "FR"], devices: ["phone"] },
    });
    const audience = { countries: ["DE", "FR"], devices: ["phone"] };
    expect(chosen.json.data.audience).toEqual(audience);
    const creator = await register(app);
    const { json } = await call("GET", "/api/campaigns", { token: creator.token });
    const shown = json.data.find(({ _id }: { _id: string }) => _id === chosen.json.data._id);
    expect(shown.audience).toEqual(audience);
    const joined = await call("POST", `/api/campaigns/join/${shown._id}`, { token: creator.token });
    expect(joined.json.data.audience).toEqual(audience);
  });

  it.each([
    [{ countries: ["XX"] }, "two-letter codes"],
    [{ countries: [] }, "Choose at least one country"],
    [{ devices: ["tv"] }, "Devices must be phone, desktop or console"],
    ["DE", "expected object"],
  ])("is not %j", async (audience, message) => {
    const answer = await create(await register(app), { audience });
    expect(answer.status).toBe(422);
    expect(answer.json.message).toContain(message);
  });

  it("can change until the campaign is funded, and only grow after", async () => {
    const developer = await register(app);
    const { json } = await create(developer, { audience: germany });
    const id = json.data._id;
    const edit = (audience: unknown, token = developer.token) =>
      call("PATCH", `/api/campaigns/${id}`, { token, json: { audience } });
    const before = await edit({ countries: ["FR"], devices: ["console"] });
    expect(before.json.data.audience).toEqual({ countries: ["FR"], devices: ["console"] });
    await deposit(app, developer, 15);
    await call("POST", `/api/campaigns/${id}/fund`, { token: developer.token });
    const smaller =
      "The audience of a funded campaign can only grow: creators joined it for the clicks that it pays for.";
    for (const audience of [germany, { countries: ["FR"], devices: ["phone"] }]) {
      const late = await edit(audience);
      expect([late.status, late.json.message]).toEqual([409, smaller]);
    }
    expect((await edit({ countries: ["DE", "FR"], devices: ["console"] })).status).toBe(200);
    expect((await edit({ countries: null, devices: ["console"] })).status).toBe(200);
    expect((await edit({ countries: ["DE", "FR"], devices: ["console"] })).status).toBe(409);
    expect((await edit({}, (await register(app)).token)).status).toBe(403);
    const [row] = await db.sql`
      select before, after from audit_log where action = 'campaign.edit' and subject = ${`campaign:${id}`}
      order by id desc limit 1`;
    expect(row).toEqual({
      before: { audienceCountries: "DE FR" },
      after: { audienceCountries: null },
    });
  });
});

describe("a marketplace without a table of countries", () => {
  const launch = async (audience: unknown) => {
    const developer = await register(without);
    const json = campaignInput(without, { audience });
    return {
      developer,
      ...(await without.call("POST", "/api/campaigns", { token: developer.token, json })),
    };
  };

  it("says so, and lets no campaign choose countries", async () => {
    const policy = await without.call("GET", "/api/policy");
    expect(policy.json.data.countriesKnown).toBe(false);
    expect((await call("GET", "/api/policy")).json.data.countriesKnown).toBe(true);
    const refused = await launch(germany);
    expect(refused.status).toBe(422);
    expect(refused.json.message).toContain("this marketplace has no table of countries");
    const { developer, json, status } = await launch({ devices: ["phone"] });
    expect(status).toBe(201);
    const edited = await without.call("PATCH", `/api/campaigns/${json.data._id}`, {
      token: developer.token,
      json: { audience: germany },
    });
    expect(edited.status).toBe(422);
  });
});

type Place = { country: string | null; deviceClass?: string };

describe("the share of a creator's own clicks", () => {
  const readShare = (id: string, token?: string) =>
    call("GET", `/api/campaigns/${id}/audience-share`, token ? { token } : {});

  it("sums the last 30 days of all links, without invalid clicks and other creators'", async () => {
    const developer = await register(app);
    await deposit(app, developer, 45);
    const launch = async (audience: unknown) =>
      (await create(developer, { audience })).json.data._id;
    const all = await launch({});
    const chosen = await launch({ countries: ["DE", "FR"], devices: ["phone"] });
    const [creator, other] = [await register(app), await register(app)];
    for (const { token } of [creator, other]) {
      await call("POST", `/api/campaigns/join/${all}`, { token });
    }
    const nothing = { days: 30, clicks: 0, countriesPercent: null, devicesPercent: null };
    expect((await readShare(chosen, creator.token)).json.data).toEqual(nothing);
    const count = (daysAgo: number, place: Place, by = creator) => {
      const at = new Date(app.clock.at.getTime() - daysAgo * 86_400_000);
      const click = { ...place, campaignId: all, creatorId: by.id, at };
      return addCountedClicks(app.db, [
        { ...click, times: 2 },
        { ...click, verdict: "held" },
        { ...click, verdict: "unpaid" },
        { ...click, verdict: "invalid", times: 50 },
      ]);
    };
    await count(0, { country: "DE", deviceClass: "tablet" });
    await count(29, { country: "FR", deviceClass: "phone" });
    await count(3, { country: null, deviceClass: "tv" });
    await count(31, { country: "US" });
    await count(3, { country: "US" }, other);
    const shares = { countriesPercent: 66, devicesPercent: 66 };
    expect((await readShare(chosen, creator.token)).json.data).toEqual({
      ...{ days: 30, clicks: 12 },
      ...shares,
    });
    expect((await readShare(all, creator.token)).json.data).toEqual({ ...nothing, clicks: 12 });
  });

  it("needs a user and a campaign that this user can see", async () => {
    const developer = await register(app);
    const { json } = await create(developer, { audience: germany });
    expect((await readShare(json.data._id)).status).toBe(401);
    expect((await readShare(json.data._id, (await register(app)).token)).status).toBe(404);
    expect((await readShare("nothing", developer.token)).status).toBe(404);
  });
});
