import { expect, it } from "vitest";
import { parseReportedLink } from "./report-page";

const campaignId = "01900000-0000-7000-8000-000000000001";
const creatorId = "01900000-0000-7000-8000-000000000002";

it.each([
  ["abcd2345", { code: "abcd2345" }],
  [" https://fair.example/r/abcd2345?x=1 ", { code: "abcd2345" }],
  ["fair.example/r/abcd2345/", { code: "abcd2345" }],
  [campaignId.toUpperCase(), { campaignId, creatorId: null }],
  [`${campaignId}?userId=${creatorId}`, { campaignId, creatorId }],
  [
    `https://fair.example/api/clicks/redirect/${campaignId}?userId=${creatorId}`,
    { campaignId, creatorId },
  ],
])("reads %s", (text, link) => {
  expect(parseReportedLink(text)).toEqual(link);
});

it.each([
  "",
  "abc",
  "a link that I saw",
  "https://game.example/play",
  `${campaignId}?userId=nobody`,
  "https://fair.example/api/clicks/redirect/",
  "<script>",
  "a".repeat(501),
  `/r/${"/r/".repeat(100_000)}`,
])("refuses what is no link of ours: %.40s", (text) => {
  expect(parseReportedLink(text)).toBeNull();
});
