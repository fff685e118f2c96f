import { expect, it } from "vitest";
import { sortCampaigns, sortings } from "./campaigns-overview";

const now = new Date("2026-03-01T00:00:00Z");
const campaigns = [
  { name: "Cave", spend: 1, totalClicks: 30, endDate: "2026-04-01T00:00:00Z" },
  { name: "arena", spend: 3, totalClicks: 10, endDate: "2026-02-01T00:00:00Z" },
  { name: "Bridge", spend: 2, totalClicks: 20, endDate: "2026-03-02T00:00:00Z" },
];

it.each([
  ["newest", "Cave arena Bridge"],
  ["spend", "arena Bridge Cave"],
  ["clicks", "Cave Bridge arena"],
  ["end", "Bridge Cave arena"],
  ["name", "arena Bridge Cave"],
] as const)("sorts campaigns: %s", (sorting, names) => {
  const sorted = sortCampaigns(campaigns, { sorting, now });
  expect(sorted.map(({ name }) => name).join(" ")).toBe(names);
});

it("keeps the list that it sorts", () => {
  const before = campaigns.map(({ name }) => name);
  for (const sorting of sortings) sortCampaigns(campaigns, { sorting, now });
  expect(campaigns.map(({ name }) => name)).toEqual(before);
});
