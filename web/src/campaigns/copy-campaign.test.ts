import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { expect, it } from "vitest";
import { campaign } from "../testing/stub-api";
import { copyCampaign } from "./campaign-wizard";
import { validateStep } from "./wizard-fields";

const original = campaign as CampaignResponse;

it("copies everything but the dates, and passes the first two steps", () => {
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
    whoMayJoin: "",
    payoutRate: "1.5",
    clickRules: "literal",
    countries: [],
    devices: [],
    budget: "",
    dailyCap: "",
    creatorCap: "",
    startDate: "",
    endDate: "",
    contentToDisplay: "Show the last jump.",
  });
  expect(validateStep(1, fields, { now: new Date(), feeBasisPoints: 0 })).toEqual({});
  expect(validateStep(2, fields, { now: new Date(), feeBasisPoints: 0 })).toEqual({});
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
