import { fireEvent, screen, waitFor, within } from "@testing-library/preact";
import { beforeEach, expect, it } from "vitest";
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

const shown = () =>
  screen.getAllByRole("rowheader").map((name) => within(name).getByRole("link").textContent);

it("searches the developer's campaigns, newest first, and keeps the search in the address", async () => {
  stubApi(page);
  const { path } = openApp("/app/campaigns");
  await screen.findByRole("link", { name: "Arena" });
  expect(shown()).toEqual(["Tower of Tests", "Arena"]);
  fireEvent.change(screen.getByLabelText("Search your campaigns"), { target: { value: "TOWER" } });
  await waitFor(() => expect(shown()).toEqual(["Tower of Tests"]));
  expect(path()).toBe("/app/campaigns?search=TOWER");
  fireEvent.change(screen.getByLabelText("Search your campaigns"), { target: { value: "zzz" } });
  await screen.findByText("No campaign of yours matches.");
});

it("searches for a number", async () => {
  stubApi(page);
  openApp("/app/campaigns?search=123");
  await screen.findByText("No campaign of yours matches.");
});

it("shows state, spend, valid share, trend and days left of each campaign", async () => {
  const inTenDays = new Date(Date.now() + 9.5 * 86_400_000).toISOString();
  const paused = { ...arena, status: "PAUSED", spend: 9.2375, endDate: inTenDays };
  const counts = [10, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 10];
  stubApi({
    ...page,
    "GET /api/campaigns/my-campaigns": list([paused, ownCampaign]),
    "GET /api/campaigns/my-campaigns/days": item({
      days: counts.map((_, at) => `2026-03-${String(at + 1).padStart(2, "0")}`),
      campaigns: [{ _id: "c2", valid: counts }],
    }),
  });
  openApp("/app/campaigns");
  const row = await screen.findByRole("row", { name: /^Arena/ });
  const line = await within(row).findByRole("img", { name: "22 valid clicks in 14 days" });
  expect(line.querySelector("polyline")?.getAttribute("points")).toMatch(/^0,2\.0 1,30\.0/);
  expect(row.textContent).toContain("Paused");
  const cells = within(row).getAllByRole("cell");
  expect(cells.map((cell) => cell.textContent)).toEqual([
    "$9.23 of $15.00",
    "73%",
    "10",
    "12 +20%",
  ]);
  const other = screen.getByRole("row", { name: /^Tower of Tests/ });
  expect(within(other).queryByRole("img", { name: /valid click/ })).toBeNull();
});
