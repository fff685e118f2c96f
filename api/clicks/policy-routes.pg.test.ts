import { instantPayouts } from "@fairclick/services/testing/instant-payouts";
import { describe, expect, it } from "vitest";
import { createTestApp } from "../testing/test-app";

const { call } = await createTestApp({ config: { clickWindowSeconds: 7 } });

describe("GET /api/policy", () => {
  it("shows everyone the rules with this installation's numbers", async () => {
    const { status, json } = await call("GET", "/api/policy");
    expect(status).toBe(200);
    expect(json.data).toMatchObject({ version: 9, windowSeconds: 7, burstClicks: 4 });
    expect(json.data.rules).toContainEqual({
      signal: "ip_burst",
      category: "Too many clicks at once",
      rule: "4 or more clicks from one IP address within 7 seconds are all invalid.",
      effect: "invalid",
    });
  });

  it("shows everyone the withdrawal rules with this installation's numbers", async () => {
    const settings = { earningsHoldHours: 48, withdrawalReviewDollars: 250 };
    const other = await createTestApp({ config: settings });
    const { json } = await other.call("GET", "/api/policy");
    expect(json.data.withdrawals).toMatchObject({
      earningsHoldHours: 48,
      reviewDollars: 250,
      reviewFirst: true,
    });
    expect(json.data.withdrawals.rules.join(" ")).toMatch(/2 days .* first withdrawal .* \$250 /);
    expect(json.data.prices).toEqual({ maxPayoutPerClick: 5, minBudgetClicks: 100 });
  });

  it("has no waiting earnings if the hold is zero", async () => {
    const other = await createTestApp({ config: instantPayouts });
    const { json } = await other.call("GET", "/api/policy");
    expect(json.data.withdrawals).toEqual({
      earningsHoldHours: 0,
      reviewDollars: null,
      reviewFirst: false,
      rules: [],
    });
  });

  it("is read-only", async () => {
    expect((await call("POST", "/api/policy", { json: { burstClicks: 1_000 } })).status).toBe(404);
  });
});
