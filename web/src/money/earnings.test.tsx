import { fireEvent, screen, waitFor, within } from "@testing-library/preact";
import { beforeEach, expect, it } from "vitest";
import { openApp } from "../testing/open-app";
import { item, signedIn, stubApi, user } from "../testing/stub-api";

const none = { valid: 0, invalid: 0, held: 0, unpaid: 0 };
const earnings = {
  timeZone: "America/New_York",
  judgedUpTo: new Date().toISOString(),
  days: [
    { day: "2026-05-08", clicks: none, earned: 0 },
    { day: "2026-05-09", clicks: { ...none, valid: 1_200, invalid: 9 }, earned: 1.8 },
    { day: "2026-05-10", clicks: { ...none, invalid: 31, held: 2 }, earned: 0 },
  ],
  campaigns: [
    {
      _id: "c1",
      name: "Tower of Tests",
      payoutPerClick: 0.0015,
      clicks: { valid: 1_200, invalid: 40, held: 2, unpaid: 0, pending: 7 },
      earned: 1.8,
    },
  ],
  reasons: [
    { verdict: "invalid", category: "Data-centre traffic", clicks: 40 },
    { verdict: "held", category: "VPN traffic", clicks: 2 },
  ],
};
const summary = {
  walletBalance: 0,
  withdrawableBalance: 1.05,
  totalEarnings: 1.8,
  pendingPayouts: 0,
  owed: 0,
  waitingEarnings: 0.75,
  waiting: [{ at: "2026-05-11T10:00:00.000Z", reason: "new_payment", amount: 0.75 }],
  unjudgedClicks: 0.0105,
  heldClicks: 0.003,
  judgedUpTo: earnings.judgedUpTo,
};
const replies = {
  ...signedIn,
  "GET /api/wallet/summary": { body: summary },
  "GET /api/wallet/earnings": { body: earnings },
};

beforeEach(() => localStorage.setItem("token", "secret"));

it("separates final from pending earnings, with the time of judgement", async () => {
  stubApi(replies);
  openApp("/app/earnings");
  await screen.findByText("$0.0105");
  expect(screen.getByText("$1.05")).toBeTruthy();
  expect(screen.getByText("$0.75")).toBeTruthy();
  expect(screen.getByText(/^Waits until/).textContent).toMatch(/May 1\d, 2026/);
  expect(screen.getByText("$0.003")).toBeTruthy();
  expect(screen.getByText(/^Judged up to/).textContent).toMatch(/\d\d:\d\d:\d\d/);
});

it("shows the days as a table, newest first, without empty ones", async () => {
  stubApi(replies);
  openApp("/app/earnings");
  const days = within(await screen.findByRole("region", { name: "By day" }));
  expect(days.getByText(/in total, at most/).textContent).toBe(
    "$1.80 in total, at most $1.80 a day",
  );
  const rows = days.getAllByRole("row", { hidden: true }).map((row) => row.textContent);
  expect(rows).toEqual([
    "DayValidInvalidHeldUnpaidEarned",
    "May 10, 202603120$0.00",
    "May 9, 20261,200900$1.80",
  ]);
});

it("requests days of the viewer's time zone, and names it", async () => {
  const calls = stubApi(replies);
  openApp("/app/earnings");
  await screen.findByText("Days are those of your time zone, America/New York.");
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const request = calls.find(({ name }) => name === "GET /api/wallet/earnings");
  expect(new URLSearchParams(request?.search).get("timeZone")).toBe(timeZone);
});

it("shows each campaign's clicks and why some earned nothing", async () => {
  stubApi(replies);
  openApp("/app/earnings");
  const row = within(await screen.findByRole("row", { name: /^Tower of Tests/ }));
  expect(row.getAllByRole("cell").map((cell) => cell.textContent)).toEqual([
    "1,200",
    "40",
    "2",
    "0",
    "7",
    "$1.80",
  ]);
  expect(screen.getByText(/INVALID/).parentElement?.textContent).toBe(
    "INVALID· Data-centre traffic",
  );
  expect(screen.getByText(/HELD/).parentElement?.textContent).toBe("HELD· VPN traffic");
});

it("claims nothing of a period in which no click was judged", async () => {
  const none = { valid: 0, invalid: 0, held: 0, unpaid: 0 };
  const days = earnings.days.map((day) => ({ ...day, clicks: none, earned: 0 }));
  stubApi({ ...replies, "GET /api/wallet/earnings": { body: { ...earnings, days, reasons: [] } } });
  openApp("/app/earnings");
  await screen.findByText("No clicks were judged in this period.");
  expect(screen.queryByText(/^Every click that was judged/)).toBeNull();
});

it("loads another period and keeps it in the URL", async () => {
  const calls = stubApi(replies);
  const { path } = openApp("/app/earnings");
  fireEvent.click(await screen.findByRole("button", { name: "7 days", pressed: false }));
  await waitFor(() => expect(path()).toBe("/app/earnings?days=7"));
  await screen.findByRole("button", { name: "7 days", pressed: true });
  await waitFor(() => {
    const earnings = calls.filter(({ name }) => name === "GET /api/wallet/earnings");
    expect(earnings.length).toBeGreaterThan(1);
  });
});

it("ignores a period that it does not offer", async () => {
  stubApi(replies);
  openApp("/app/earnings?days=400");
  await screen.findByRole("button", { name: "30 days", pressed: true });
});

it("leads to a first campaign, and to where a bank is chosen", async () => {
  stubApi({
    ...replies,
    "GET /api/wallet/summary": {
      body: { ...summary, totalEarnings: 0, unjudgedClicks: 0, heldClicks: 0 },
    },
    "GET /api/wallet/earnings": { body: { ...earnings, campaigns: [], reasons: [] } },
    "GET /api/auth/me": item({ user: { ...user, mustConfirmGuardian: true } }),
  });
  openApp("/app/earnings");
  await screen.findByText("Nothing earned yet.");
  await screen.findByText(/^You are under 18: only a parent or guardian is paid/);
  expect(screen.getByRole("link", { name: "Find a campaign" })).toBeTruthy();
  await screen.findByText("Total Earnings");
  fireEvent.click(screen.getByRole("button", { name: "Go to payouts" }));
  await screen.findByLabelText("Country of your bank");
});

it("shows an error if earnings cannot be loaded", async () => {
  stubApi({ ...replies, "GET /api/wallet/earnings": { status: 400, body: {} } });
  openApp("/app/earnings");
  expect(await screen.findAllByText("Your earnings could not be loaded.")).toBeTruthy();
});
