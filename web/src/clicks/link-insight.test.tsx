import { screen } from "@testing-library/preact";
import { beforeEach, expect, it } from "vitest";
import { openApp, openFold } from "../testing/open-app";
import { item, joinedCampaign, list, series, signedIn, stubApi } from "../testing/stub-api";

const path = `/api/links/${joinedCampaign._id}`;
const conversions = {
  ...{ conversion: "joined", conversions: 11, conversionRate: 36.67, value: 0, waiting: 0 },
  ...{ events: [], retention: [], retentionTier: "unknown", impressions: 500, ctr: 8.8 },
};
const stats = {
  clicks: joinedCampaign.clicks,
  reasons: [],
  earnings: 0,
  pending: 0,
  judgedUpTo: null,
};

beforeEach(() => localStorage.setItem("token", "secret"));

it("shows the conversions of a link", async () => {
  stubApi({
    ...signedIn,
    "GET /api/campaigns/joined": list([joinedCampaign]),
    [`GET ${path}/stats`]: item(stats),
    [`GET ${path}/stats/series`]: item(series),
    [`GET ${path}/clicks`]: list([]),
    [`GET ${path}/conversions`]: item(conversions),
  });
  openApp(`/app/links/${joinedCampaign._id}`);
  await openFold("Players and conversions");
  await screen.findByText("Conversion rate");
  expect(screen.getByText("Conversions").parentElement?.textContent).toContain("11");
});
