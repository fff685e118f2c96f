import { describe, expect, it } from "vitest";
import { createTestApp } from "../testing/test-app";

const { call } = await createTestApp({ config: { clickWindowSeconds: 7 } });

describe("GET /api/policy", () => {
  it("tells everybody the rules with the numbers that this installation judges by", async () => {
    const { status, json } = await call("GET", "/api/policy");
    expect(status).toBe(200);
    expect(json.data).toMatchObject({ version: 4, windowSeconds: 7, burstClicks: 4 });
    expect(json.data.rules).toContainEqual({
      signal: "ip_burst",
      category: "Too many clicks at once",
      rule: "4 or more clicks from one IP address within 7 seconds: none of them counts.",
      effect: "invalid",
    });
  });

  it("is for reading only", async () => {
    expect((await call("POST", "/api/policy", { json: { burstClicks: 1_000 } })).status).toBe(404);
  });
});
