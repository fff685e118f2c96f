import { operatorScopes } from "@fairclick/core/operations/operators";
import { describe, expect, it } from "vitest";
import { campaignInput, deposit, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp({});
const { call, db, addOperator } = app;
const operator = async (scopes: string[]) =>
  (await addOperator(`Ann ${scopes.length}`, scopes)).token;
const token = await operator(Object.keys(operatorScopes));

const create = (developer: { token: string }, changes: Record<string, unknown> = {}) =>
  call("POST", "/api/campaigns", { token: developer.token, json: campaignInput(app, changes) });
const setDefault = (rules: string, json: Record<string, unknown> = { reason: "why" }, by = token) =>
  call("POST", `/api/admin/campaigns/click-rules/${rules}`, { token: by, json });

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

describe("the marketplace's default", () => {
  it("is an operator's, with an audit row, for new campaigns only", async () => {
    const developer = await register(app);
    const before = await create(developer);
    const dry = await setDefault("shared-aware", { reason: "why", dryRun: true });
    expect(dry.json.data).toMatchObject({ applied: false, before: { clickRules: "literal" } });
    expect((await create(developer)).json.data.clickRules).toBe("literal");
    expect((await setDefault("shared-aware")).json.data.applied).toBe(true);
    expect((await create(developer)).json.data.clickRules).toBe("shared-aware");
    const { json } = await call("GET", "/api/policy");
    expect(json.data.clickRules.default).toBe("shared-aware");
    const [old] = await db.sql`
      select click_rules from campaigns where id = ${before.json.data._id}`;
    expect(old?.clickRules).toBe("literal");
    const rows = await db.sql`
      select reason, before, after from audit_log where action = 'marketplace.click_rules'`;
    expect(rows).toEqual([
      { reason: "why", before: { clickRules: "literal" }, after: { clickRules: "shared-aware" } },
    ]);
    expect((await setDefault("shared-aware")).status).toBe(409);
    expect((await setDefault("literal")).status).toBe(200);
  });

  it("is nobody else's", async () => {
    expect((await setDefault("none")).status).toBe(422);
    expect((await setDefault("shared-aware", {})).status).toBe(422);
    const reader = await operator(["campaigns:read"]);
    expect((await setDefault("shared-aware", { reason: "why" }, reader)).status).toBe(403);
    const { token: user } = await register(app);
    expect((await setDefault("shared-aware", { reason: "why" }, user)).status).toBe(401);
  });
});
