import type { AdminCampaign } from "@fairclick/core/campaigns/operated";
import { expect, it } from "vitest";
import { serveCanned } from "./testing/canned-api";
import { capture } from "./testing/capture";
import { makeTempFolder } from "./testing/temp-folder";

const id = "01900000-0000-7000-8000-000000000001";
const campaign: AdminCampaign = {
  id,
  name: "Tower",
  gameTitle: "Tower",
  gameUrl: "https://www.roblox.com/games/1",
  cover: null,
  coverAlt: "",
  developerId: "01900000-0000-7000-8000-000000000002",
  developer: "dana",
  developerSuspended: false,
  status: "ACTIVE",
  createdAt: "2026-11-01T00:00:00.000Z",
  startsAt: "2026-11-02T00:00:00.000Z",
  endsAt: "2026-12-15T00:00:00.000Z",
  pausedAt: null,
  forcedPauseBy: null,
  forcedPauseReason: null,
  disabledAt: null,
  disabledReason: null,
  clickRules: "literal",
  paysFor: "clicks",
  audience: { countries: null, devices: null },
  dailyCapMicros: null,
  creatorCapMicros: null,
  wanted: { categories: [], platforms: [] },
  whoMayJoin: "everybody",
  payoutMicros: "1500",
  nextPrice: null,
  feeBasisPoints: 0,
  feeMicros: "0",
  budgetMicros: "15000000",
  escrowMicros: "14955000",
  claimedMicros: "1500",
  paidMicros: "45000",
  feesMicros: "0",
  clicks: { total: 30, valid: 30, invalid: 0, held: 0, unpaid: 0, pending: 0 },
};

async function show(change: Partial<AdminCampaign>): Promise<Map<string, string>> {
  const api = serveCanned(() =>
    Response.json({ status: "success", data: { ...campaign, ...change } }),
  );
  const env = { XDG_CONFIG_HOME: makeTempFolder(), FAIRCLICK_TOKEN: "fco_ann" };
  const { exitCode, out } = await capture(["campaigns", "show", id, "--api", api.url], { env });
  expect(exitCode).toBe(0);
  const lines = out.trimEnd().split("\n");
  return new Map(
    lines.map((line) => {
      const [name = "", ...value] = line.split(/ {2,}/);
      return [name, value.join("  ")];
    }),
  );
}

it("shows the price, the announced price, the fee, the limits, the audience and the wanted creators", async () => {
  const facts = await show({
    nextPrice: { payoutMicros: "1200", startsAt: "2026-11-24T08:30:00.000Z" },
    feeBasisPoints: 1_000,
    feeMicros: "150",
    dailyCapMicros: "5000000",
    creatorCapMicros: "2000000",
    audience: { countries: ["DE"], devices: ["phone"] },
    wanted: { categories: ["Roblox"], platforms: ["YouTube"] },
    whoMayJoin: "verified",
  });
  expect(facts.get("a click")).toBe("$0.0015 to its creator");
  expect(facts.get("next price")).toMatch(/^\$0\.0012 from 2026-11-24.08:30/);
  expect(facts.get("fee")).toBe("10% of the price, on top: $0.00015 per paid click now");
  expect(facts.get("limits")).toBe("$5.00 per UTC day, $2.00 per creator");
  expect(facts.get("pays for")).toBe("Every valid click");
  expect(facts.get("audience")).toContain("from Germany, on phones or tablets");
  expect(facts.get("wants")).toBe("Roblox, on YouTube");
  expect(facts.get("who may join")).toBe("Accepts verified creators only");
});

it("says what is not there", async () => {
  const facts = await show({});
  expect(facts.get("next price")).toBe("none announced");
  expect(facts.get("fee")).toBe("none");
  expect(facts.get("limits")).toBe("none");
  expect(facts.get("audience")).toBe("everybody");
  expect(facts.get("wants")).toBe("all creators");
  expect(facts.get("who may join")).toBe("Everybody");
});
