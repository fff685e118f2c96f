import { describe, expect, it } from "vitest";
import { campaignInput, deposit, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp({});
const { call } = app;

const create = (developer: { token: string }, changes: Record<string, unknown> = {}) =>
  call("POST", "/api/campaigns", { token: developer.token, json: campaignInput(app, changes) });

describe("a campaign's click rules", () => {
  it("are literal unless the developer chooses, and creators see them before they join", async () => {
    const developer = await register(app);
    await deposit(app, developer, 30);
    const literal = await create(developer);
    expect(literal.json.data.clickRules).toBe("literal");
    const chosen = await create(developer, { clickRules: "shared-aware" });
    expect(chosen.json.data.clickRules).toBe("shared-aware");
    const creator = await register(app);
    const { json } = await call("GET", "/api/campaigns", { token: creator.token });
    const shown = json.data.find(({ _id }: { _id: string }) => _id === chosen.json.data._id);
    expect(shown.clickRules).toBe("shared-aware");
  });

  it("are one of the two", async () => {
    const developer = await register(app);
    const answer = await create(developer, { clickRules: "none" });
    expect(answer.status).toBe(422);
    expect(answer.json.message).toContain("Click rules must be literal or shared-aware");
  });

  it("become literal again only before the campaign is funded", async () => {
    const developer = await register(app);
    const { json } = await create(developer);
    const id = json.data._id;
    const edit = (clickRules: string) =>
      call("PATCH", `/api/campaigns/${id}`, { token: developer.token, json: { clickRules } });
    expect((await edit("shared-aware")).json.data.clickRules).toBe("shared-aware");
    expect((await edit("literal")).json.data.clickRules).toBe("literal");
    await deposit(app, developer, 15);
    await call("POST", `/api/campaigns/${id}/fund`, { token: developer.token });
    expect((await edit("shared-aware")).json.data.clickRules).toBe("shared-aware");
    const late = await edit("literal");
    expect([late.status, late.json.message]).toEqual([
      409,
      "The click rules cannot become literal again once the campaign is funded: creators joined under them.",
    ]);
  });
});

describe("what a campaign pays for", () => {
  const share = "https://www.roblox.com/share?code=abc&type=ExperienceDetails";

  it("is every valid click unless the developer chooses, and creators see it before they join", async () => {
    const developer = await register(app);
    await deposit(app, developer, 30);
    expect((await create(developer)).json.data.paysFor).toBe("clicks");
    const chosen = await create(developer, { paysFor: "players" });
    const creator = await register(app);
    const { json } = await call("GET", "/api/campaigns", { token: creator.token });
    const shown = json.data.find(({ _id }: { _id: string }) => _id === chosen.json.data._id);
    expect(shown.paysFor).toBe("players");
    const alone = await call("GET", `/api/campaigns/${shown._id}`);
    expect(alone.json.data.paysFor).toBe("players");
  });

  it("is players only where clicks carry their ids to the game, also later and on every link", async () => {
    const developer = await register(app);
    await deposit(app, developer, 15);
    const refused = await create(developer, { paysFor: "players", gameUrl: share });
    expect([refused.status, refused.json.issues]).toEqual([
      422,
      [{ path: "paysFor", message: expect.stringContaining("only pay for players if its game") }],
    ]);
    const { json } = await create(developer, { paysFor: "players" });
    const path = `/api/campaigns/${json.data._id}`;
    const creator = await register(app);
    await call("POST", `/api/campaigns/join/${json.data._id}`, { token: creator.token });
    const { token } = developer;
    const moved = await call("PATCH", path, { token, json: { gameUrl: share } });
    expect([moved.status, moved.json.message]).toEqual([409, refused.json.message]);
    const loosened = await call("PATCH", path, {
      token,
      json: { paysFor: "clicks", gameUrl: share },
    });
    expect(loosened.json.data).toMatchObject({ paysFor: "clicks", gameUrl: share });
  });

  it("cannot become less once the campaign is funded", async () => {
    const developer = await register(app);
    const { json } = await create(developer);
    const edit = (paysFor: string) =>
      call("PATCH", `/api/campaigns/${json.data._id}`, {
        token: developer.token,
        json: { paysFor },
      });
    expect((await edit("players")).json.data.paysFor).toBe("players");
    await deposit(app, developer, 15);
    await call("POST", `/api/campaigns/${json.data._id}/fund`, { token: developer.token });
    expect((await edit("clicks")).json.data.paysFor).toBe("clicks");
    const late = await edit("players");
    expect([late.status, late.json.message]).toEqual([
      409,
      "A funded campaign that pays for every valid click cannot pay for less: creators joined for it.",
    ]);
  });
});
