import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openApp } from "../../testing/open-app";
import { campaign, item, list, ownCampaign, signedIn, stubApi } from "../../testing/stub-api";

const path = `/api/campaigns/${campaign._id}`;
const address = `/app/campaigns/${campaign._id}`;

const stats = {
  clicks: ownCampaign.clicks,
  reasons: [
    { verdict: "valid", category: "", clicks: 30 },
    { verdict: "invalid", category: "Bot traffic", clicks: 5 },
    { verdict: "invalid", category: "Too many clicks at once", clicks: 6 },
  ],
  spend: 0.045,
  budgetRemaining: 14.955,
  ctr: null,
  costPerClick: 0.0015,
};

const link = {
  userId: "u2",
  username: "Cleo",
  code: "abc",
  joinedAt: "2026-01-02T00:00:00.000Z",
  disabled: false,
  disabledBy: null,
  clicks: ownCampaign.clicks,
  paid: 0.045,
};

const page = {
  ...signedIn,
  [`GET ${path}`]: item(campaign),
  [`GET ${path}/stats`]: item(stats),
  [`GET ${path}/links`]: list([link]),
};

beforeEach(() => localStorage.setItem("token", "secret"));

afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

it("accounts for the budget and for every click", async () => {
  stubApi(page);
  openApp(address);
  const budget = await screen.findByRole("region", { name: "Budget" });
  expect(within(budget).getByText("$14.955")).toBeTruthy();
  expect(within(budget).getByText("$0.045")).toBeTruthy();
  const clicks = screen.getByRole("region", { name: "Clicks" });
  for (const text of ["VALID", "30", "REFUSED", "11", "Bot traffic", "5"]) {
    expect(within(clicks).getByText(text)).toBeTruthy();
  }
  const row = await screen.findByRole("row", { name: /Cleo/ });
  expect(within(row).getByText("73%")).toBeTruthy();
});

it("disables a creator's link", async () => {
  let disabled = false;
  const calls = stubApi({
    ...page,
    [`GET ${path}/links`]: () => list([{ ...link, disabled }]),
    [`PATCH ${path}/links/u2`]: () => {
      disabled = true;
      return item({ ...link, disabled }, "Link disabled");
    },
  });
  openApp(address);
  fireEvent.click(await screen.findByRole("switch", { name: "Link of Cleo", checked: true }));
  await screen.findByText("Link disabled");
  await screen.findByRole("switch", { name: "Link of Cleo", checked: false });
  const patch = calls.find((call) => call.name.startsWith("PATCH"));
  expect(patch?.body).toEqual({ disabled: true });
});

it("puts the switch back when the server refuses", async () => {
  const refusal = { status: 409, body: { message: "Not yours to change" } };
  stubApi({ ...page, [`PATCH ${path}/links/u2`]: refusal });
  openApp(address);
  fireEvent.click(await screen.findByRole("switch", { name: "Link of Cleo" }));
  await screen.findByText("Not yours to change");
  await screen.findByRole("switch", { name: "Link of Cleo", checked: true });
});

it("pauses a running campaign", async () => {
  const calls = stubApi({ ...page, [`PATCH ${path}`]: item(campaign, "Campaign paused") });
  openApp(address);
  fireEvent.click(await screen.findByRole("button", { name: "Pause Campaign" }));
  await screen.findByText("Campaign paused");
  const patch = calls.find((call) => call.name.startsWith("PATCH"));
  expect(patch?.body).toEqual({ isActive: false });
});

it("funds a campaign that awaits funds, or says what is missing", async () => {
  const missing = "Your wallet is $5.00 short of the budget";
  stubApi({
    ...page,
    [`GET ${path}`]: item({ ...campaign, status: "AWAITING_FUNDS" }),
    [`POST ${path}/fund`]: { status: 409, body: { message: missing } },
  });
  openApp(address);
  fireEvent.click(await screen.findByRole("button", { name: "Fund Campaign" }));
  await screen.findByText(missing);
  expect(screen.queryByText("LIVE")).toBeNull();
  await waitFor(() => expect(screen.getByText("Awaiting funds")).toBeTruthy());
});
