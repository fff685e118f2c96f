import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/preact";
import { beforeEach, expect, it, vi } from "vitest";
import { openApp } from "../testing/open-app";
import { campaign, item, series, stubApi } from "../testing/stub-api";
import {
  campaignAddress as address,
  campaignPage as page,
  campaignPath as path,
  campaignStats as stats,
} from "../testing/stub-campaign-page";
import { wallet } from "../testing/stub-wallet";

const creators = `${address}?section=creators`;
const longAgo = "2020-01-01T00:00:00.000Z";
const rangeOf = (of: typeof screen) => of.getByLabelText<HTMLSelectElement>("Range of time");
const seriesOfHours = { ...series, step: "hour" };

beforeEach(() => localStorage.setItem("token", "secret"));

it("shows the parts of the budget, and clicks by verdict", async () => {
  stubApi(page);
  openApp(address);
  const budget = await screen.findByRole("region", { name: "Budget" });
  expect(within(budget).getByText("Reserved for pending clicks")).toBeTruthy();
  expect(within(budget).getByText("$0.003")).toBeTruthy();
  expect(within(budget).getByText("Reserved for held clicks")).toBeTruthy();
  expect(within(budget).getByText("$14.955")).toBeTruthy();
  expect(within(budget).getByText("$0.045")).toBeTruthy();
  const clicks = screen.getByRole("region", { name: "Clicks" });
  for (const text of ["VALID", "30", "INVALID", "11", "Bot traffic", "5"]) {
    expect(within(clicks).getByText(text)).toBeTruthy();
  }
});

it("keeps each day of its dates on one line", async () => {
  stubApi(page);
  openApp(address);
  const end = await screen.findByText("Dec 31, 2098");
  expect(end.className).toContain("whitespace-nowrap");
});

it("leads to the sections of the page, by keyboard too, and keeps them in the address", async () => {
  const calls = stubApi(page);
  const { path: current } = openApp(address);
  const overview = await screen.findByRole("tab", { name: "Overview", selected: true });
  expect(calls.some(({ name }) => name === `GET ${path}/links`)).toBe(false);
  fireEvent.keyDown(overview, { key: "ArrowRight" });
  const row = await screen.findByRole("row", { name: /Cleo/ });
  expect(within(row).getByText("73%")).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Budget" })).toBeNull();
  expect(current()).toBe(creators);
  const names = screen.getAllByRole("tab").map((tab) => tab.textContent);
  expect(names).toEqual(["Overview", "Creators", "Clicks", "Conversions"]);
  fireEvent.click(screen.getByRole("tab", { name: "Overview" }));
  await screen.findByRole("region", { name: "Budget" });
  expect(current()).toBe(address);
});

it("opens the section of its address, and the overview for an unknown one", async () => {
  stubApi(page);
  openApp(`${address}?section=nonsense&range=nonsense`);
  await screen.findByRole("tab", { name: "Overview", selected: true });
  await screen.findByRole("figure", { name: "Clicks by verdict over time" });
  expect(rangeOf(screen).value).toBe("30d");
  cleanup();
  openApp(creators);
  await screen.findByRole("tab", { name: "Creators", selected: true });
});

it("shows the chosen range", async () => {
  const calls = stubApi({ ...page, [`GET ${path}`]: item({ ...campaign, startDate: longAgo }) });
  openApp(address);
  const chart = await screen.findByRole("region", { name: "Clicks over time" });
  await within(chart).findByRole("figure");
  const days = () =>
    calls
      .filter(({ name }) => name === `GET ${path}/stats/series`)
      .map(({ search }) => new URLSearchParams(search))
      .map((query) => Date.parse(query.get("to") ?? "") - Date.parse(query.get("from") ?? ""))
      .map((ms) => Math.round(ms / 86_400_000));
  expect(days()).toContain(30);
  fireEvent.change(rangeOf(screen), { target: { value: "7d" } });
  await waitFor(() => expect(days()).toContain(7));
  fireEvent.change(rangeOf(screen), { target: { value: "all" } });
  await waitFor(() => expect(days()).toContain(399));
});

it("begins its chart where the campaign began", async () => {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  const calls = stubApi({ ...page, [`GET ${path}`]: item({ ...campaign, startDate: yesterday }) });
  openApp(address);
  await screen.findByRole("figure", { name: "Clicks by verdict over time" });
  const [query] = calls
    .filter(({ name }) => name === `GET ${path}/stats/series`)
    .map(({ search }) => new URLSearchParams(search));
  const from = new Date(query?.get("from") ?? "");
  expect(Date.now() - from.getTime()).toBeLessThan(2 * 86_400_000 + 3_600_000);
});

it("says which clicks the campaign pays for", async () => {
  const audience = { countries: null, devices: ["desktop", "console"] };
  stubApi({ ...page, [`GET ${path}`]: item({ ...campaign, audience }) });
  openApp(address);
  await screen.findByText(/^Pays only for clicks on computers or consoles\./);
});

it("pauses a running campaign, and says what its clicks do then", async () => {
  const paused = item({ ...campaign, status: "PAUSED" }, "Campaign paused");
  const read = () => (calls.some(({ name }) => name.startsWith("PATCH")) ? paused : item(campaign));
  const calls = stubApi({ ...page, [`GET ${path}`]: read, [`PATCH ${path}`]: paused });
  openApp(address);
  fireEvent.click(await screen.findByRole("button", { name: "Pause" }));
  await screen.findByText("Campaign paused");
  const patch = calls.find((call) => call.name.startsWith("PATCH"));
  expect(patch?.body).toEqual({ isActive: false });
  await screen.findByText("Visitors still reach your game, but their clicks are not paid.");
});

it("adds to the budget, and shows what the amount buys", async () => {
  const added = "$30.00 added to the budget.";
  const calls = stubApi({
    ...page,
    ...wallet,
    [`GET ${path}`]: item({ ...campaign, status: "EXHAUSTED" }),
    [`POST ${path}/budget`]: item(campaign, added),
  });
  openApp(address);
  fireEvent.click(await screen.findByRole("button", { name: "Add Budget" }));
  const dialog = await screen.findByRole("dialog", { name: "Add Budget" });
  const amount = within(dialog).getByLabelText("Amount");
  fireEvent.change(amount, { target: { value: "-3" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Add Budget" }));
  await within(dialog).findByText("Please enter a valid amount.");
  fireEvent.change(amount, { target: { value: "30" } });
  await within(dialog).findByText("20,000");
  await within(dialog).findByText("$45.00");
  await within(dialog).findByText("$35.00");
  fireEvent.click(within(dialog).getByRole("button", { name: "Add Budget" }));
  await screen.findByText(added);
  const post = calls.find((call) => call.name.startsWith("POST"));
  expect(post?.body).toEqual({ amount: 30, requestId: expect.any(String) });
});

it("pays what the wallet lacks and adds the budget, in one press", async () => {
  const start = "POST /api/stripe/create-checkout-session";
  const url = "https://checkout.example/cs_1";
  const leave = vi.spyOn(window.location, "assign").mockImplementation(() => {});
  const calls = stubApi({ ...page, ...wallet, [start]: { body: { id: "cs_1", url } } });
  openApp(`${address}?dialog=add-budget`);
  const dialog = await screen.findByRole("dialog", { name: "Add Budget" });
  fireEvent.change(within(dialog).getByLabelText("Amount"), { target: { value: "1,000" } });
  const lacking = 1_000 - 35;
  await within(dialog).findByText(
    `Your wallet lacks $${lacking}.00. The budget is raised by itself when your payment arrives.`,
  );
  fireEvent.click(within(dialog).getByRole("button", { name: `Pay $${lacking}.00 and add` }));
  await waitFor(() => expect(leave).toHaveBeenCalledWith(url));
  expect(calls.filter(({ name }) => name.startsWith("POST")).map(({ body }) => body)).toEqual([
    {
      amount: lacking * 100,
      campaignId: campaign._id,
      addedBudget: 1_000,
      requestId: expect.any(String),
    },
  ]);
});

it("funds a campaign that waits for funds, or shows the missing amount", async () => {
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

it("shows clicks over time, the same figures as a table, and how long the budget lasts", async () => {
  stubApi(page);
  openApp(address);
  const chart = await screen.findByRole("region", { name: "Clicks over time" });
  const row = await within(chart).findByRole("row", { name: /30/ });
  expect(within(row).getByText("$0.045")).toBeTruthy();
  expect(within(chart).getAllByRole("row")).toHaveLength(2);
  expect(screen.getByText("Budget lasts: About 13 days at today's rate")).toBeTruthy();
});

it("shows the time up to which clicks are judged, in the viewer's time zone", async () => {
  stubApi(page);
  openApp(address);
  const time = await screen.findByText((_, element) => element?.tagName === "TIME");
  expect(time.parentElement?.textContent).toMatch(/^Judged up to Mar 1, (\d{4}, )?\d\d:\d\d:20$/);
});

it("retries a chart that could not be loaded", async () => {
  let isBroken = true;
  const refusal = { status: 400, body: { message: "No" } };
  const series = () => (isBroken ? refusal : item({ ...seriesOfHours, points: [] }));
  stubApi({ ...page, [`GET ${path}/stats/series`]: series });
  openApp(`${address}?range=2d`);
  const chart = await screen.findByRole("region", { name: "Clicks over time" });
  // React renders without end here if the parts of the page that wait suspend by throwing.
  const retry = await within(chart).findByRole("button", { name: "Try again" });
  isBroken = false;
  fireEvent.click(retry);
  await within(chart).findByText("No clicks in this period.");
});

it("shows three buttons, what is left as a ring, and the rest in a menu that ends with the end", async () => {
  stubApi(page);
  openApp(address);
  const left = await screen.findByRole("img", { name: "100% of the budget left" });
  expect(left.nextSibling?.textContent).toContain("left of $15.00Clicks it pays for: 9,970");
  const menu = screen.getByRole("button", { name: "More about this campaign" });
  const panel = document.getElementById(menu.getAttribute("popovertarget") ?? "");
  const shown = screen.getAllByRole("button").filter((button) => !panel?.contains(button));
  const inPage = shown.filter((button) => button.closest("main"));
  expect(inPage.map((button) => button.textContent || button.getAttribute("aria-label"))).toEqual([
    "More about this campaign",
    "Add Budget",
    "Pause",
  ]);
  const items = [...(panel?.querySelectorAll("a, button") ?? [])].map((each) => each.textContent);
  expect(items).toEqual([
    "Budget and price",
    "End date",
    "Who may join",
    "Who counts",
    "Appearance",
    "Link",
    "Keys and events",
    "Public page",
    "Duplicate",
    "End Campaign",
  ]);
});

it("asks before it ends a campaign, and shows the amount that returns", async () => {
  const calls = stubApi({ ...page, [`POST ${path}/end`]: item(campaign, "Campaign ended.") });
  const { path: current } = openApp(address);
  fireEvent.click(await screen.findByRole("button", { name: "End Campaign" }));
  const dialog = await screen.findByRole("dialog", { name: "End this campaign?" });
  expect(current()).toContain("dialog=end");
  within(dialog).getByText("$14.9505");
  fireEvent.click(within(dialog).getByRole("button", { name: "Keep it" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls.some((call) => call.name.startsWith("POST"))).toBe(false);
  fireEvent.click(screen.getByRole("button", { name: "End Campaign" }));
  const again = await screen.findByRole("dialog");
  fireEvent.click(within(again).getByRole("button", { name: "End Campaign" }));
  await screen.findByText("Campaign ended.");
  await waitFor(() => expect(current()).toBe(address));
});

it("says that an exhausted campaign is used up, and stamps one that goes live", async () => {
  let status = "EXHAUSTED";
  const standing = { ...campaign.standing, budgetDays: null };
  stubApi({ ...page, [`GET ${path}`]: () => item({ ...campaign, status, standing }) });
  const { app } = openApp(address);
  await screen.findByText("Budget lasts: Used up");
  expect(screen.getByText("Budget used up")).toBeTruthy();
  status = "ACTIVE";
  await app.queryClient.invalidateQueries();
  const live = await screen.findByText("LIVE");
  screen.getByText("Budget lasts: known after an hour with paid clicks");
  expect(live.parentElement?.className).toContain("motion-safe:animate-stamp-down");
});

it("shows what Fairclick stopped and why, and offers only possible actions", async () => {
  const reason = "A payment is disputed.";
  const stopped = { how: "paused", by: "platform", since: "2026-03-01T10:00:00Z", reason };
  stubApi({
    ...page,
    [`GET ${path}`]: item({ ...campaign, status: "PAUSED", isActive: false }),
    [`GET ${path}/stats`]: item({ ...stats, stopped }),
  });
  for (const each of [address, `${address}/settings`]) {
    openApp(each);
    await screen.findByText(/A payment is disputed\. Only Fairclick can lift this\./);
    expect(screen.queryByRole("button", { name: "Resume" })).toBeNull();
    expect(screen.queryByRole("button", { name: "End Campaign" })).toBeNull();
    expect(screen.queryByText("Add Budget")).toBeNull();
    cleanup();
  }
});

it("shows what an ended campaign returns and returned", async () => {
  const ended = {
    ...page,
    [`GET ${path}`]: item({ ...campaign, status: "ENDED", budgetRemaining: 0 }),
    [`GET ${path}/stats`]: item({ ...stats, budgetRemaining: 0, pending: 0, held: 0 }),
  };
  stubApi({ ...ended, [`GET ${path}/stats`]: item({ ...stats, budgetRemaining: 14.955 }) });
  openApp(address);
  const returning = await screen.findByText(
    /returns to your wallet once the last clicks are judged/,
  );
  expect(returning.textContent).toContain("$14.955");
  cleanup();
  stubApi(ended);
  openApp(address);
  const budget = await screen.findByRole("region", { name: "Budget" });
  expect(within(budget).getByText("Returned to your wallet").parentElement?.textContent).toContain(
    "$14.955",
  );
  fireEvent.click(screen.getByRole("link", { name: "Keys and events" }));
  await screen.findByText("This campaign is over: only its keys can be changed.");
  expect(screen.queryByRole("button", { name: "End Campaign" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
});

it("says why a campaign waits for review, and lets its developer end it", async () => {
  const reason = "It waits for review, because its price is unusual.";
  const stopped = { how: "paused", by: "review", since: "2026-01-02T00:00:00.000Z", reason };
  stubApi({
    ...page,
    [`GET ${path}`]: item({ ...campaign, status: "IN_REVIEW" }),
    [`GET ${path}/stats`]: item({ ...stats, stopped }),
  });
  openApp(address);
  const notice = await screen.findByRole("note");
  expect(notice.textContent).toContain("This campaign is not live yet.");
  expect(notice.textContent).toContain(reason);
  expect(screen.getByText("Waiting for review")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Resume" })).toBeNull();
  expect(screen.getByRole("button", { name: "End Campaign" })).toBeTruthy();
  fireEvent.click(screen.getByRole("link", { name: "Link" }));
  await screen.findByRole("heading", { name: /^Settings of/ });
  expect(screen.getByRole("note").textContent).toContain(reason);
  expect(screen.queryByLabelText("Game URL")).toBeNull();
  expect(screen.queryByRole("button", { name: "Resume" })).toBeNull();
});

it("says that visitors see a warning after a confirmed report, and how to object", async () => {
  const reason = "We confirmed the report: It asks for passwords.";
  const stopped = { how: "paused", by: "report", since: "2026-01-02T00:00:00.000Z", reason };
  stubApi({
    ...page,
    [`GET ${path}`]: item({ ...campaign, status: "PAUSED" }),
    [`GET ${path}/stats`]: item({ ...stats, stopped }),
  });
  openApp(address);
  const notice = await screen.findByRole("note");
  expect(notice.textContent).toContain(reason);
  expect(notice.textContent).toContain("ask support to look at it once more");
  expect(screen.queryByRole("button", { name: "Resume" })).toBeNull();
  expect(screen.getByRole("button", { name: "End Campaign" })).toBeTruthy();
  fireEvent.click(screen.getByRole("link", { name: "Link" }));
  await screen.findByRole("heading", { name: /^Settings of/ });
  expect(screen.queryByLabelText("Game URL")).toBeNull();
  expect(screen.queryByRole("button", { name: "Resume" })).toBeNull();
});

it("shows a new address that waits for review", async () => {
  const pendingGameUrl = "https://new.example/play";
  stubApi({ ...page, [`GET ${path}/stats`]: item({ ...stats, pendingGameUrl }) });
  openApp(address);
  expect((await screen.findByRole("note")).textContent).toContain(pendingGameUrl);
});

it("leads from a campaign that does not exist to the own campaigns", async () => {
  const missing = { status: 404, body: { message: "Campaign not found" } };
  stubApi({ ...page, [`GET ${path}`]: missing, [`GET ${path}/stats`]: missing });
  openApp(address);
  await screen.findByText("Campaign not found");
  const link = screen.getByRole("link", { name: "All Your Campaigns" });
  expect(link.getAttribute("href")).toBe("/app/campaigns");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});
