import { storeCountries } from "@fairclick/services/ip/testing/store-countries";
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
