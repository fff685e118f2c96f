import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openApp } from "../testing/open-app";
import { item, list, ownCampaign, signedIn, stubApi } from "../testing/stub-api";

const arena = { ...ownCampaign, _id: "c2", name: "Arena", spend: 9 };
const page = {
  ...signedIn,
  "GET /api/campaigns/my-campaigns": list([ownCampaign, arena]),
  "GET /api/campaigns/my-campaigns/days": item({
    days: ["2026-03-01", "2026-03-02", "2026-03-03"],
    campaigns: [{ _id: "c2", valid: [0, 3, 1_200] }],
  }),
};

beforeEach(() => localStorage.setItem("token", "secret"));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const shown = () =>
  screen.getAllByRole("article").map((card) => card.querySelector("h3")?.textContent);

it("searches and sorts the developer's campaigns, and keeps both in the address", async () => {
  stubApi(page);
  const { path } = openApp("/app/campaigns");
  await screen.findByRole("article", { name: "Arena" });
  expect(shown()).toEqual(["Tower of Tests", "Arena"]);
  fireEvent.change(screen.getByLabelText("Sort by"), { target: { value: "spend" } });
  await waitFor(() => expect(shown()).toEqual(["Arena", "Tower of Tests"]));
  expect(path()).toBe("/app/campaigns?sort=spend");
  fireEvent.change(screen.getByLabelText("Search your campaigns"), { target: { value: "TOWER" } });
  await waitFor(() => expect(shown()).toEqual(["Tower of Tests"]));
  expect(path()).toBe("/app/campaigns?sort=spend&search=TOWER");
  fireEvent.change(screen.getByLabelText("Search your campaigns"), { target: { value: "zzz" } });
  await screen.findByText("No campaign of yours matches.");
});

it("searches for a number", async () => {
  stubApi(page);
  openApp("/app/campaigns?search=123");
  await screen.findByText("No campaign of yours matches.");
});

it("shows the valid clicks of the last days, and no line without any", async () => {
  stubApi(page);
  openApp("/app/campaigns?sort=nonsense");
  const card = await screen.findByRole("article", { name: "Arena" });
  const line = await within(card).findByRole("img", { name: "1,203 valid clicks in 3 days" });
  expect(line.querySelector("polyline")?.getAttribute("points")).toBe("0,30.0 1,29.9 2,2.0");
  const other = screen.getByRole("article", { name: "Tower of Tests" });
  expect(within(other).queryByRole("img")).toBeNull();
});
