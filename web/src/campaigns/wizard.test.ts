import {
  createCampaignSchema,
  deployStepSchema,
  gameStepSchema,
} from "@fairclick/core/campaigns/campaign-input";
import { expect, it } from "vitest";
import { type CampaignFields, emptyFields } from "./draft";
import { buildCampaign, stepFields } from "./wizard";

const fields: CampaignFields = {
  ...emptyFields,
  gameUrl: "https://www.roblox.com/games/1",
  gameTitle: "Obby of Doom",
  description: "Jump.",
  targetAudience: "Jumpers",
  tags: ["Obby"],
  hashtags: ["#Roblox"],
  payoutRate: "1.1",
  startDate: "2026-03-10",
  endDate: "2026-03-20",
  conversionTips: "Show the last level",
};

it("sends a thousandth of the rate per click, and ten times the rate as budget", () => {
  const campaign = buildCampaign(fields, 0);
  expect(campaign).toMatchObject({ payoutPerClick: 0.0011, budget: 11, isActive: true });
});

it("sends a typed budget instead of the default", () => {
  const campaign = buildCampaign({ ...fields, budget: "500" }, 0);
  expect(campaign).toMatchObject({ payoutPerClick: 0.0011, budget: 500 });
});

it("pays for everything unless countries or devices are chosen", () => {
  expect(buildCampaign(fields, 0).audience).toEqual({ countries: null, devices: null });
  const chosen = { countries: ["DE"], devices: ["console" as const] };
  expect(buildCampaign({ ...fields, ...chosen }, 0).audience).toEqual(chosen);
});

it("sends typed limits", () => {
  const limited = { ...fields, dailyCap: "2.5", creatorCap: "" };
  expect(buildCampaign(limited, 0).limits).toEqual({
    dailyCap: 2.5,
    creatorCap: null,
  });
});

it("sends a body that the server's schema accepts", () => {
  const parsed = createCampaignSchema(new Date(2026, 2, 10, 15)).safeParse(
    buildCampaign(fields, 0),
  );
  expect(parsed.error?.issues).toBeUndefined();
  expect(parsed.data).toMatchObject({ payoutPerClick: 1_100n, budget: 11_000_000n });
});

it("starts and ends at midnight in the viewer's time zone", () => {
  const { startDate, endDate } = buildCampaign(fields, 0);
  expect(new Date(startDate)).toEqual(new Date(2026, 2, 10));
  expect(new Date(endDate)).toEqual(new Date(2026, 2, 20));
});

it("pays the fee on top, and names it", () => {
  const campaign = buildCampaign(fields, 1_000);
  expect(campaign).toMatchObject({ payoutPerClick: 0.0011, feePerClick: 0.00011, budget: 12.1 });
});

it("asks for every field of the schemas of its first and last step", () => {
  expect(stepFields[1]).toEqual([...gameStepSchema.keyof().options, "coverHash", "coverAlt"]);
  expect(stepFields[3]).toEqual(deployStepSchema.keyof().options);
});
