import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { expect, it } from "vitest";
import { campaign } from "../testing/stub-api";
import { copyCampaign } from "./campaign-wizard";
import { presetFields } from "./draft";
import { findErrors } from "./field-rules";
import { stepFields } from "./wizard";

const original = campaign as CampaignResponse;

it("copies everything but the dates, which begin today, and passes every step", () => {
  const presets = presetFields(new Date());
  const fields = copyCampaign(original);
  expect(fields).toEqual({
    gameUrl: "https://www.roblox.com/games/1",
    gameTitle: "Tower",
    description: "Climb.",
    coverHash: "",
    coverAlt: "",
    targetAudience: "Climbers",
    trailerLink: "",
    tags: ["Obby"],
    hashtags: ["#Tower"],
    wantedCategories: [],
    wantedPlatforms: [],
    whoMayJoin: "everybody",
    payoutRate: "1.50",
    clickRules: "literal",
    paysFor: "clicks",
    countries: [],
    devices: [],
    budget: "",
    dailyCap: "",
    creatorCap: "",
    startDate: presets.startDate,
    endDate: presets.endDate,
    conversionTips: "Show the last jump.",
  });
  const names = Object.values(stepFields).flat();
  expect(findErrors(fields, names, { now: new Date(), feeBasisPoints: 0 })).toEqual({});
});

it("copies the audience", () => {
  const audience = { countries: ["DE"], devices: ["phone" as const] };
  const { countries, devices } = copyCampaign({ ...original, audience });
  expect({ countries, devices }).toEqual(audience);
});

it("copies the limits", () => {
  const limits = { dailyCap: 5, creatorCap: 0.25 };
  expect(copyCampaign({ ...original, limits })).toMatchObject({
    ...{ dailyCap: "5", creatorCap: "0.25" },
  });
});

it("writes another budget as it is, and drops a genre that no longer exists", () => {
  const changed = { ...original, budget: 500.25, gameGenres: ["Gone", "RPG"] };
  expect(copyCampaign(changed)).toMatchObject({ budget: "500.25", tags: ["RPG"] });
});
