import { policy } from "@fairclick/core/clicks/release-policy";
import { instantPayouts } from "@fairclick/services/testing/instant-payouts";
import { describe, expect, it } from "vitest";
import { createTestApp } from "../testing/test-app";

const { call, clock, owner } = await createTestApp({ config: { clickWindowSeconds: 7 } });

describe("GET /api/policy", () => {
  it("shows everyone the rules with this installation's numbers", async () => {
    const { status, json } = await call("GET", "/api/policy");
    expect(status).toBe(200);
    expect(json.data).toMatchObject({ version: policy.version, windowSeconds: 7, burstClicks: 4 });
    expect(json.data.rules).toContainEqual({
      signal: "ip_burst",
      category: "Too many clicks at once",
      rule: "4 or more clicks from one IP address within 7 seconds are all invalid.",
      effect: "invalid",
      shared:
        "20 or more devices at one shared address within 7 seconds make all their clicks invalid.",
    });
  });

  it("describes rules and money in the language of the request, and keeps their codes", async () => {
    const { json } = await call("GET", "/api/policy", { headers: { "accept-language": "es" } });
    expect(json.data.rules).toContainEqual(
      expect.objectContaining({
        signal: "ip_burst",
        category: "Too many clicks at once",
        rule: "4 o más clics de una dirección IP en 7 segundos son todos inválidos.",
      }),
    );
    const english = (await call("GET", "/api/policy")).json.data;
    const sentences = (data: typeof english) => [
      ...data.rules.map(({ rule }: { rule: string }) => rule),
      ...data.clickRules.choices.map(({ meaning }: { meaning: string }) => meaning),
      ...data.withdrawals.rules,
      ...Object.values(data.money).flat(),
    ];
    const known = new Set(sentences(english));
    expect(sentences(json.data).filter((sentence) => known.has(sentence))).toEqual([]);
  });

  it("shows everyone the click rules that campaigns choose between", async () => {
    const { json } = await call("GET", "/api/policy");
    expect(json.data.clickRules.default).toBe("literal");
    expect(json.data.clickRules.choices).toEqual([
      {
        rules: "literal",
        meaning:
          "4 or more clicks from one IP address within 7 seconds are all invalid, at every address.",
      },
      { rules: "shared-aware", meaning: expect.stringContaining("only 20 or more devices") },
    ]);
  });

  it("shows everyone the withdrawal rules with this installation's numbers", async () => {
    const settings = { depositHoldHours: 48, withdrawalReviewDollars: 250 };
    const other = await createTestApp({ config: settings });
    const { json } = await other.call("GET", "/api/policy");
    expect(json.data.withdrawals).toMatchObject({
      depositHoldHours: 48,
      reviewDollars: 250,
      reviewFirst: true,
      firstWaits: { requestHours: 48, checkHours: 48 },
    });
    expect(json.data.withdrawals.rules.join(" ")).toMatch(/2 days .* \$250 .* first withdrawal /);
    expect(json.data.prices).toEqual({ maxPayoutPerClick: 5, minBudgetClicks: 100 });
  });

  it("says for each act with money what this installation takes", async () => {
    const other = await createTestApp({ config: { feeBasisPoints: 500 } });
    const { json } = await other.call("GET", "/api/policy");
    expect(json.data.money.campaign[0]).toBe(json.data.fee.rule);
    expect(json.data.money.campaign[0]).toContain("5% of what a click pays its creator");
    expect(json.data.money.deposit[1]).toBe("A payment is at least $0.50 and at most $999,999.00.");
    expect(Object.keys(json.data.money).toSorted()).toEqual([
      "campaign",
      "deposit",
      "refund",
      "spend",
      "withdrawal",
    ]);
  });

  it("names only what is always needed if nothing else waits", async () => {
    const other = await createTestApp({ config: instantPayouts });
    const { json } = await other.call("GET", "/api/policy");
    expect(json.data.withdrawals).toEqual({
      depositHoldHours: 0,
      reviewDollars: null,
      reviewFirst: false,
      firstWaits: { requestHours: 0, checkHours: 0 },
      rules: [
        expect.stringMatching(/^Before your first withdrawal, you confirm/),
        expect.stringMatching(/^Some games report their players/),
      ],
    });
  });

  it("publishes how often each rule is proven wrong", async () => {
    const before = await call("GET", "/api/policy");
    expect(before.json.data.trials).toMatchObject({ fromDay: null, toDay: null });
    const findTrial = ({ json }: typeof before, signal: string) =>
      json.data.trials.rules.find((trial: { signal: string }) => trial.signal === signal);
    expect(findTrial(before, "ip_burst")).toMatchObject({
      ...{ clicks: 0, percent: null, lowPercent: null, text: "Too few reports yet to say." },
    });
    await owner`
      insert into rule_trials values ('ip_burst', 1234, 31, 12, 20000, 1800, 400, 7, 900, 8,
        '2026-01-01', '2026-03-31', ${clock.at})`;
    const after = await call("GET", "/api/policy");
    expect(after.json.data.trials).toMatchObject({ fromDay: "2026-01-01", toDay: "2026-03-31" });
    expect(findTrial(after, "ip_burst")).toEqual({
      ...{
        signal: "ip_burst",
        category: "Too many clicks at once",
        effect: "invalid",
        soft: false,
      },
      ...{ clicks: 1_234, joined: 31, returned: 12, percent: 1, lowPercent: 0.6, highPercent: 1.7 },
      accepted: { clicks: 20_000, joined: 1_800, returned: 400, percent: 2 },
      developers: 7,
      aboveBound: expect.any(Boolean),
      text: "Of 1,234 clicks this rule refused, 12 became players who came back (0.6–1.7%).",
    });
    expect(findTrial(after, "prefetch")).toBeUndefined();
    expect(findTrial(after, "device_burst")).toMatchObject({ soft: true });
  });

  it("is read-only", async () => {
    expect((await call("POST", "/api/policy", { json: { burstClicks: 1_000 } })).status).toBe(404);
  });
});
