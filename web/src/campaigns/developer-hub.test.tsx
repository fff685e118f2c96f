import { screen, waitFor, within } from "@testing-library/preact";
import { beforeEach, expect, it } from "vitest";
import { openApp } from "../testing/open-app";
import { item, list, ownCampaign, signedIn, stubApi } from "../testing/stub-api";

const MINE = "GET /api/campaigns/my-campaigns";

const balance = { walletBalance: 35, withdrawableBalance: 0, totalEarnings: 0, pendingPayouts: 0 };
const wallet = { "GET /api/wallet/summary": { body: balance } };

beforeEach(() => localStorage.setItem("token", "secret"));

it("shows the wallet in a line, folds the tips, and links to the other pages", async () => {
  stubApi({ ...signedIn, ...wallet, [MINE]: list([]) });
  openApp("/app/developer-hub");
  await screen.findByText("$35.00");
  const links = {
    "Fund Wallet": "/app/payments",
    "Create Campaign": "/app/campaigns/create",
    "View all campaigns": "/campaigns",
  };
  for (const [name, to] of Object.entries(links)) {
    expect(screen.getByRole("link", { name })).toHaveProperty("pathname", to);
  }
  for (const title of ["Quick Tips", "Bot Detection"]) {
    const heading = screen.getByRole("heading", { name: title });
    expect(heading.closest("details")).toHaveProperty("open", false);
  }
  expect(screen.getByText("Set competitive payouts to attract top creators")).toBeTruthy();
  expect(screen.getByText("Target specific creator communities")).toBeTruthy();
  await screen.findByText("You don't have any campaigns yet.");
  expect(screen.getByText("Start one to begin tracking performance.")).toBeTruthy();
});

it("shows the bot rule with the server's numbers", async () => {
  const policy = { version: 7, windowSeconds: 90, burstClicks: 6, rules: [] };
  stubApi({ ...signedIn, ...wallet, [MINE]: list([]), "GET /api/policy": item(policy) });
  openApp("/app/developer-hub");
  await screen.findByText(
    "6 or more clicks from one IP within 90 seconds are flagged and invalidated",
  );
});

it("features the first campaign with its last days, and links to all of them", async () => {
  const others = ["c2", "c3"].map((_id) => ({ ...ownCampaign, _id, name: `Campaign ${_id}` }));
  const days = ["2026-02-27", "2026-02-28", "2026-03-01"];
  stubApi({
    ...signedIn,
    ...wallet,
    [MINE]: list([ownCampaign, ...others]),
    [`${MINE}/days`]: item({ days, campaigns: [{ _id: ownCampaign._id, valid: [1, 0, 4] }] }),
  });
  openApp("/app/developer-hub");
  const card = await screen.findByRole("article", { name: ownCampaign.name });
  expect(within(card).getByText("LIVE")).toBeTruthy();
  expect(within(card).getByText("N/A")).toBeTruthy();
  await within(card).findByRole("img", { name: "5 valid clicks in 3 days" });
  expect(within(card).getByText("Days left").nextSibling?.textContent).not.toBe("–");
  expect(within(card).getByRole("progressbar")).toHaveProperty("value", 0.3);
  expect(screen.getByRole("link", { name: "View all 3 campaigns" })).toBeTruthy();
  expect(screen.queryByText("Campaign c2")).toBeNull();
  expect(screen.getByText(/^Judged up to/).textContent).toMatch(/\d\d:\d\d:\d\d/);
});

it("shows no error if campaigns cannot be fetched, and 0.00 until the wallet is loaded", async () => {
  stubApi({ ...signedIn, [MINE]: { status: 400, body: { message: "No" } } });
  openApp("/app/developer-hub");
  await screen.findByText("You don't have any campaigns yet.");
  expect(screen.getByText("$0.00")).toBeTruthy();
  await waitFor(() => expect(screen.queryByText("No")).toBeNull());
});

it("leads to the payment of a campaign that waits for it, by the one highlighted button", async () => {
  const unpaid = { ...ownCampaign, status: "AWAITING_FUNDS" };
  stubApi({ ...signedIn, ...wallet, [MINE]: list([unpaid]) });
  openApp("/app/developer-hub");
  const pay = await screen.findByRole("link", { name: "Pay now" });
  expect(pay).toHaveProperty("pathname", `/app/campaigns/${unpaid._id}`);
  const create = screen.getByRole("link", { name: "Create Campaign" });
  expect(pay.className).not.toBe(create.className);
  expect(screen.queryByRole("link", { name: "Manage" })).toBeNull();
});
