import type { Genre } from "@fairclick/core/campaigns/genres";
import { describe, expect, it } from "vitest";
import { type CampaignFields, emptyFields, type Step } from "./draft";
import { findErrors } from "./field-rules";
import { parseLimits } from "./typed-fields";
import { stepFields } from "./wizard";

const now = new Date(2026, 2, 10, 15, 0, 0);
const terms = { now, feeBasisPoints: 0 };

const checkStep = (step: Step, fields: CampaignFields) =>
  findErrors(fields, stepFields[step], terms);

const filled: CampaignFields = {
  ...emptyFields,
  gameUrl: "https://www.roblox.com/games/1",
  gameTitle: "Obby of Doom",
  description: "Jump.",
  targetAudience: "Jumpers",
  tags: ["Obby"],
  payoutRate: "1.50",
  startDate: "2026-03-10",
  endDate: "2026-03-20",
  conversionTips: "Show the last level",
};

describe("step 1, Game", () => {
  it("names all missing fields", () => {
    expect(checkStep(1, emptyFields)).toEqual({
      gameUrl: "Game URL is required",
      gameTitle: "Game title is required",
      description: "Description is required",
      targetAudience: "Target audience is required",
      tags: "At least one tag is required",
    });
  });

  it("accepts complete fields, with and without a trailer", () => {
    expect(checkStep(1, filled)).toEqual({});
    const trailerLink = "https://www.youtube.com/watch?v=1";
    expect(checkStep(1, { ...filled, trailerLink })).toEqual({});
  });

  it("accepts web addresses only", () => {
    const errors = checkStep(1, { ...filled, gameUrl: "javascript:alert(1)" });
    expect(errors.gameUrl).toMatch(/must be a web address/);
  });

  it("accepts public websites only", () => {
    const urls = { gameUrl: "http://[::ffff:127.0.0.1]/", trailerLink: "https://rоblox.com/" };
    const errors = checkStep(1, { ...filled, ...urls });
    expect(errors.gameUrl).toMatch(/^Game URL must lead to a public website/);
    expect(errors.trailerLink).toMatch(/^Trailer link must not have a website name that mixes/);
  });

  it("accepts at most three genres and ten hashtags", () => {
    const tags: Genre[] = ["Obby", "RPG", "Tycoon", "Anime"];
    const hashtags = Array.from({ length: 11 }, (_, index) => `#tag${index}`);
    expect(Object.keys(checkStep(1, { ...filled, tags, hashtags })).sort()).toEqual([
      "hashtags",
      "tags",
    ]);
  });
});

describe("step 2, Payment", () => {
  it.each(["", "0", "-1", "abc", "1e3", "0.0001", "100000000"])("refuses the rate %j", (rate) => {
    expect(checkStep(2, { ...filled, payoutRate: rate })).toEqual({
      payoutRate: "Valid payout rate is required",
    });
  });

  it("accepts $5 per click and rejects more", () => {
    expect(checkStep(2, { ...filled, payoutRate: "5000" })).toEqual({});
    expect(checkStep(2, { ...filled, payoutRate: "5000.001" })).toEqual({
      payoutRate: "One click can cost at most $5.00",
    });
  });

  it.each(["1.5", "1.50", "0.001", "80"])("takes the rate %j", (rate) => {
    expect(checkStep(2, { ...filled, payoutRate: rate })).toEqual({});
  });
});

describe("step 2, the budget", () => {
  it.each(["", " ", "0.15", "15", "500", "999999"])("accepts %j", (budget) => {
    expect(checkStep(2, { ...filled, budget })).toEqual({});
  });

  it.each(["0", "-1", "all of it", "1e3", "1000000", "0.0000001"])("refuses %j", (budget) => {
    expect(checkStep(2, { ...filled, budget })).toEqual({
      budget: "Valid budget is required",
    });
  });

  it("requires the price of 100 clicks", () => {
    expect(checkStep(2, { ...filled, budget: "0.149999" })).toEqual({
      budget: "The budget must pay for at least 100 clicks",
    });
  });
});

describe("step 2, the limits", () => {
  it("refuses amounts that pay for no click", () => {
    const limits = { dailyCap: "0.001", creatorCap: "some" };
    expect(checkStep(2, { ...filled, ...limits })).toEqual({
      creatorCap: "A limit must be a valid amount",
    });
    expect(checkStep(2, { ...filled, dailyCap: "0.001" })).toEqual({
      dailyCap: "A limit must pay for at least one click",
    });
    expect(checkStep(2, { ...filled, dailyCap: "0.0015" })).toEqual({});
  });
});

describe("step 3, Deploy", () => {
  it("names all missing fields", () => {
    expect(checkStep(3, emptyFields)).toEqual({
      startDate: "Start date is required",
      endDate: "End date is required",
      conversionTips: "Content to display is required",
    });
  });

  it.each([
    ["2026-03-20", "2026-03-20", "End date must be after start date"],
    ["2026-03-21", "2026-03-20", "End date must be after start date"],
    ["2026-03-09", "2026-03-10", "End date must be at least tomorrow"],
    ["2026-03-10", "2026-03-11", undefined],
  ])("from %s to %s: %s", (startDate, endDate, error) => {
    expect(checkStep(3, { ...filled, startDate, endDate }).endDate).toBe(error);
  });
});

describe("typed limits", () => {
  const none = { dailyCap: "", creatorCap: " " };

  it("takes empty amounts for no limit, and others exactly", () => {
    expect(parseLimits(none, 1_500n)).toEqual({
      limits: { dailyCap: null, creatorCap: null },
      errors: {},
    });
    const typed = { dailyCap: "5", creatorCap: "0.0015" };
    expect(parseLimits(typed, 1_500n)).toEqual({
      limits: { dailyCap: 5, creatorCap: 0.0015 },
      errors: {},
    });
  });

  it.each(["0", "-1", "all", "1e3", "1000000"])("refuses %j", (dailyCap) => {
    expect(parseLimits({ ...none, dailyCap }, 1_500n).errors).toEqual({
      dailyCap: "A limit must be a valid amount",
    });
  });

  it("refuses a limit that cannot pay for a click", () => {
    expect(parseLimits({ ...none, creatorCap: "0.001" }, 1_500n).errors).toEqual({
      creatorCap: "A limit must pay for at least one click",
    });
  });

  it("understands a dollar sign and grouped thousands", () => {
    const typed = { dailyCap: "$1,000", creatorCap: " 25.00 " };
    const { limits, errors } = parseLimits(typed, 1_500n);
    expect(limits).toEqual({ dailyCap: 1_000, creatorCap: 25 });
    expect(errors).toEqual({});
  });
});
