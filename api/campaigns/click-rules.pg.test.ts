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

  it("can change until the campaign is funded, not after", async () => {
    const developer = await register(app);
    const { json } = await create(developer);
    const id = json.data._id;
    const edit = (clickRules: string) =>
      call("PATCH", `/api/campaigns/${id}`, { token: developer.token, json: { clickRules } });
    expect((await edit("shared-aware")).json.data.clickRules).toBe("shared-aware");
    await deposit(app, developer, 15);
    await call("POST", `/api/campaigns/${id}/fund`, { token: developer.token });
    const late = await edit("literal");
    expect([late.status, late.json.message]).toEqual([
      409,
      "The click rules cannot be changed once the campaign is funded: creators joined under them.",
    ]);
    expect((await edit("shared-aware")).status).toBe(200);
  });
});
