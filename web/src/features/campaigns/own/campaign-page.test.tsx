import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openApp } from "../../../testing/open-app";
import { campaign, item, list, ownCampaign, series, stubApi } from "../../../testing/stub-api";
import {
  campaignAddress as address,
  campaignLink as link,
  campaignPage as page,
  campaignPath as path,
  campaignStats as stats,
} from "../../../testing/stub-campaign-page";
import { wallet } from "../../../testing/stub-wallet";

const creators = `${address}?section=creators`;
const longAgo = "2020-01-01T00:00:00.000Z";
const seriesOfHours = { ...series, step: "hour" };

beforeEach(() => localStorage.setItem("token", "secret"));

afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

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
  expect(names).toEqual(["Overview", "Creators", "Clicks", "Conversions", "Set-up"]);
  fireEvent.click(screen.getByRole("tab", { name: "Overview" }));
  await screen.findByRole("region", { name: "Budget" });
  expect(current()).toBe(address);
});

it("opens the section of its address, and the overview for an unknown one", async () => {
  stubApi(page);
  openApp(`${address}?section=nonsense&range=nonsense`);
  await screen.findByRole("tab", { name: "Overview", selected: true });
  await screen.findByRole("figure", { name: "Clicks by verdict over time" });
  expect(screen.getByRole("button", { name: "30 days", pressed: true })).toBeTruthy();
  cleanup();
  openApp(creators);
  await screen.findByRole("tab", { name: "Creators", selected: true });
});

it("compares the chosen range with the time before, if the campaign ran then", async () => {
  const calls = stubApi({ ...page, [`GET ${path}`]: item({ ...campaign, startDate: longAgo }) });
  openApp(address);
  const chart = await screen.findByRole("region", { name: "Clicks over time" });
  await within(chart).findByText("Compared with the 30 days before.");
  expect(within(chart).getAllByText("±0%")).toHaveLength(3);
  fireEvent.click(within(chart).getByRole("button", { name: "7 days" }));
  await within(chart).findByText("Compared with the 7 days before.");
  fireEvent.click(within(chart).getByRole("button", { name: "All" }));
  await waitFor(() => expect(within(chart).queryByText(/^Compared with/)).toBeNull());
  const spans = calls
    .filter(({ name }) => name === `GET ${path}/stats/series`)
    .map(({ search }) => new URLSearchParams(search))
    .map((query) => Date.parse(query.get("to") ?? "") - Date.parse(query.get("from") ?? ""));
  expect(spans.map((ms) => Math.round(ms / 86_400_000))).toEqual(
    expect.arrayContaining([30, 7, 399]),
  );
});

it("begins its chart where the campaign began, and compares it with nothing", async () => {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  const calls = stubApi({ ...page, [`GET ${path}`]: item({ ...campaign, startDate: yesterday }) });
  openApp(address);
  await screen.findByRole("figure", { name: "Clicks by verdict over time" });
  const [query] = calls
    .filter(({ name }) => name === `GET ${path}/stats/series`)
    .map(({ search }) => new URLSearchParams(search));
  const from = new Date(query?.get("from") ?? "");
  expect(Date.now() - from.getTime()).toBeLessThan(2 * 86_400_000 + 3_600_000);
  expect(screen.queryByText(/^Compared with/)).toBeNull();
});

it("says which clicks the campaign pays for", async () => {
  const audience = { countries: null, devices: ["desktop", "console"] };
  stubApi({ ...page, [`GET ${path}`]: item({ ...campaign, audience }) });
  openApp(address);
  await screen.findByText(/^Pays only for clicks on computers or consoles\./);
});

it("adds to the audience of a funded campaign, and removes nothing from it", async () => {
  const audience = { countries: ["DE"], devices: ["phone"] };
  const calls = stubApi({
    ...page,
    [`GET ${path}`]: item({ ...campaign, audience }),
    [`PATCH ${path}`]: item({ ...ownCampaign, audience }),
  });
  openApp(address);
  fireEvent.click(await screen.findByRole("button", { name: "Change Audience" }));
  const dialog = await screen.findByRole("dialog", { name: "Change Audience" });
  expect(within(dialog).queryByRole("button", { name: "Remove Germany" })).toBeNull();
  expect(within(dialog).getByRole("checkbox", { name: /^phones/i })).toHaveProperty(
    "disabled",
    true,
  );
  const countries = within(dialog).getByLabelText("Countries");
  for (const code of ["AT", "FR"]) fireEvent.change(countries, { target: { value: code } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Remove France" }));
  fireEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls.find(({ name }) => name === `PATCH ${path}`)?.body).toEqual({
    audience: { countries: ["DE", "AT"], devices: ["phone"] },
  });
});

it("offers no change of an audience that is everybody", async () => {
  stubApi(page);
  openApp(address);
  await screen.findByRole("button", { name: "Edit Texts" });
  expect(screen.queryByRole("button", { name: "Change Audience" })).toBeNull();
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
  openApp(creators);
  fireEvent.click(await screen.findByRole("switch", { name: "Link of Cleo", checked: true }));
  await screen.findByText("Link disabled");
  await screen.findByRole("switch", { name: "Link of Cleo", checked: false });
  const patch = calls.find((call) => call.name.startsWith("PATCH"));
  expect(patch?.body).toEqual({ disabled: true });
});

it("resets the switch if the server rejects the change", async () => {
  const refusal = { status: 409, body: { message: "Not yours to change" } };
  stubApi({ ...page, [`PATCH ${path}/links/u2`]: refusal });
  openApp(creators);
  fireEvent.click(await screen.findByRole("switch", { name: "Link of Cleo" }));
  await screen.findByText("Not yours to change");
  await screen.findByRole("switch", { name: "Link of Cleo", checked: true });
});

it("saves a creator's share link, says what it means, and shows the server's refusal", async () => {
  const text = "https://www.roblox.com/share?code=ab12&type=ExperienceDetails";
  const refusal = { status: 422, body: { message: "The link must be a share link of Roblox" } };
  const replies = [refusal, item({ ...link, shareLink: text }, "Share link saved")];
  const calls = stubApi({
    ...page,
    [`PUT ${path}/links/u2/share-link`]: () => replies.shift() ?? refusal,
  });
  openApp(creators);
  const field = await screen.findByLabelText("Share link for Cleo");
  expect(screen.getByText(/your game receives no click id from these visitors/)).toBeTruthy();
  expect(screen.getByText("Launch data: fc_link_abc")).toBeTruthy();
  const save = async (value: string) => {
    fireEvent.change(field, { target: { value } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
  };
  await save("https://evil.example/");
  await screen.findByText("The link must be a share link of Roblox");
  await save(text);
  await screen.findByText("Share link saved");
  await save(" ");
  await waitFor(() => {
    const bodies = calls.filter(({ name }) => name.startsWith("PUT")).map(({ body }) => body);
    expect(bodies).toEqual([
      { shareLink: "https://evil.example/" },
      { shareLink: text },
      { shareLink: null },
    ]);
  });
});

it("pauses a running campaign", async () => {
  const calls = stubApi({ ...page, [`PATCH ${path}`]: item(campaign, "Campaign paused") });
  openApp(address);
  fireEvent.click(await screen.findByRole("button", { name: "Pause Campaign" }));
  await screen.findByText("Campaign paused");
  const patch = calls.find((call) => call.name.startsWith("PATCH"));
  expect(patch?.body).toEqual({ isActive: false });
});

it("adds to the budget, and shows what the amount buys", async () => {
  const added = "$500.00 added to the budget.";
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
  fireEvent.change(amount, { target: { value: "500" } });
  await within(dialog).findByText("333,333");
  await within(dialog).findByText("$515.00");
  await within(dialog).findByText("$465.00");
  fireEvent.click(within(dialog).getByRole("button", { name: "Add Budget" }));
  await screen.findByText(added);
  const post = calls.find((call) => call.name.startsWith("POST"));
  expect(post?.body).toEqual({ amount: 500, requestId: expect.any(String) });
});

it("moves the end of a campaign, but not before tomorrow", async () => {
  const calls = stubApi({ ...page, [`PATCH ${path}`]: item(campaign, "Campaign updated") });
  openApp(address);
  fireEvent.click(await screen.findByRole("button", { name: "Change End Date" }));
  const dialog = await screen.findByRole("dialog", { name: "Change End Date" });
  const write = (value: string) =>
    fireEvent.change(within(dialog).getByLabelText("End date"), { target: { value } });
  write("2026-01-05");
  fireEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  await within(dialog).findByText("End date must be at least tomorrow");
  write("2098-06-01");
  fireEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  await screen.findByText("Campaign updated");
  const patches = calls.filter((call) => call.name.startsWith("PATCH"));
  expect(patches).toMatchObject([
    { body: { endDate: expect.stringMatching(/^2098-06-01T00:00/) } },
  ]);
});

it("limits what a campaign spends", async () => {
  const limited = { ...campaign, limits: { dailyCap: 5, creatorCap: null, evenPacing: false } };
  const calls = stubApi({
    ...page,
    [`GET ${path}`]: item(limited),
    [`PATCH ${path}`]: item(limited, "Campaign updated"),
  });
  openApp(address);
  await screen.findByText(/at most \$5\.00 per day \(UTC\)/);
  fireEvent.click(await screen.findByRole("button", { name: "Limits" }));
  const dialog = await screen.findByRole("dialog", { name: "Limits" });
  const write = (label: string, value: string) =>
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
  expect(within(dialog).getByLabelText("Per day (optional)")).toHaveProperty("value", "5");
  write("Per creator (optional)", "0.001");
  const save = within(dialog).getByRole("button", { name: "Save" });
  fireEvent.click(save);
  await within(dialog).findByText("A limit must pay for at least one click");
  write("Per day (optional)", "");
  write("Per creator (optional)", "2.5");
  fireEvent.click(within(dialog).getByRole("checkbox"));
  fireEvent.click(save);
  await screen.findByText("Campaign updated");
  const patches = calls.filter((call) => call.name.startsWith("PATCH"));
  expect(patches).toMatchObject([
    { body: { limits: { dailyCap: null, creatorCap: 2.5, evenPacing: true } } },
  ]);
});

it("changes the price, and says what it costs", async () => {
  const withFee = { ...campaign, feePerClick: 0.0005 };
  const calls = stubApi({
    ...page,
    [`GET ${path}`]: item(withFee),
    [`POST ${path}/price`]: item(ownCampaign, "A click pays $0.002 from now on."),
  });
  openApp(address);
  fireEvent.click(await screen.findByRole("button", { name: "Change Price" }));
  const dialog = await screen.findByRole("dialog", { name: "Change Price" });
  const write = (value: string) =>
    fireEvent.change(within(dialog).getByLabelText("New payout rate"), { target: { value } });
  const said = (label: string) => within(dialog).getByText(label).nextElementSibling?.textContent;
  const change = within(dialog).getByRole("button", { name: "Change Price" });
  write("1");
  expect(said("Begins")).toBe("In 24 hours");
  write("2");
  expect(said("Begins")).toBe("At once");
  expect(said("1,000 clicks with the fee")).toBe("$2.50");
  expect(said("Clicks in what is left")).toBe("5,982");
  write("abc");
  fireEvent.click(change);
  await within(dialog).findByText("Valid payout rate is required");
  write("2");
  fireEvent.click(change);
  await screen.findByText("A click pays $0.002 from now on.");
  expect(calls.filter((call) => call.name.startsWith("POST"))).toMatchObject([
    { body: { payoutPerClick: 0.002 } },
  ]);
});

it("shows a price that is announced, and keeps the old one", async () => {
  const nextPrice = { payoutPerClick: 0.001, startsAt: "2098-01-01T12:00:00.000Z" };
  const calls = stubApi({
    ...page,
    [`GET ${path}`]: item({ ...campaign, nextPrice }),
    [`DELETE ${path}/price`]: item(ownCampaign, "The price stays at $0.0015."),
  });
  openApp(address);
  await screen.findByText(/^The price changes from/);
  fireEvent.click(screen.getByRole("button", { name: "Change Price" }));
  const dialog = await screen.findByRole("dialog", { name: "Change Price" });
  fireEvent.click(within(dialog).getByRole("button", { name: "Keep the Old Price" }));
  await screen.findByText("The price stays at $0.0015.");
  expect(calls.filter((call) => call.name.startsWith("DELETE"))).toHaveLength(1);
});

it("changes the game's address, and says what happens to share links", async () => {
  const calls = stubApi({
    ...page,
    [`PATCH ${path}`]: item({ ...ownCampaign, gameUrl: "https://x.example/" }, "Campaign updated"),
  });
  openApp(address);
  fireEvent.click(await screen.findByRole("button", { name: "Change Game URL" }));
  const dialog = await screen.findByRole("dialog", { name: "Change Game URL" });
  within(dialog).getByText(/^Roblox share links of your creators are removed/);
  const save = within(dialog).getByRole("button", { name: "Save" });
  expect(save).toHaveProperty("disabled", true);
  const write = (value: string) =>
    fireEvent.change(within(dialog).getByLabelText("Game URL"), { target: { value } });
  write("javascript:alert(1)");
  fireEvent.click(save);
  await within(dialog).findByText(/^Game URL must be a web address/);
  write("https://x.example/");
  fireEvent.click(save);
  await screen.findByText("Campaign updated");
  const patches = calls.filter((call) => call.name.startsWith("PATCH"));
  expect(patches).toMatchObject([{ body: { gameUrl: "https://x.example/" } }]);
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
  expect(screen.getByText("about 332 days")).toBeTruthy();
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
  await act(async () => void fireEvent.click(retry));
  await within(chart).findByText("No clicks in this period.");
});

it("asks before it ends a campaign, and shows the amount that returns", async () => {
  const ended = "Campaign ended. What is left comes back.";
  const calls = stubApi({ ...page, [`POST ${path}/end`]: item(campaign, ended) });
  const { path: current } = openApp(address);
  fireEvent.click(await screen.findByRole("button", { name: "End Campaign" }));
  const dialog = await screen.findByRole("dialog", { name: "End this campaign?" });
  expect(within(dialog).getByText("$14.9505")).toBeTruthy();
  fireEvent.click(within(dialog).getByRole("button", { name: "Keep it" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls.some((call) => call.name.startsWith("POST"))).toBe(false);
  fireEvent.click(screen.getByRole("button", { name: "End Campaign" }));
  const again = await screen.findByRole("dialog");
  fireEvent.click(within(again).getByRole("button", { name: "End Campaign" }));
  await screen.findByText(ended);
  await waitFor(() => expect(current()).toBe(address));
});

it("edits the texts of a campaign, and shows why one is invalid", async () => {
  const calls = stubApi({ ...page, [`PATCH ${path}`]: item(campaign, "Campaign updated") });
  openApp(`${address}?dialog=edit`);
  const dialog = await screen.findByRole("dialog", { name: "Edit Texts" });
  const write = (label: string, value: string) =>
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
  write("Description", " ");
  fireEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  await within(dialog).findByText("Description is required");
  write("Description", "Climb higher.");
  write("Hashtags", "#Tower, Obby");
  fireEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  await screen.findByText("Campaign updated");
  expect(calls.find((call) => call.name.startsWith("PATCH"))?.body).toEqual({
    description: "Climb higher.",
    targetAudience: "Climbers",
    trailerLink: "",
    hashtags: ["#Tower", "#Obby"],
    conversionTips: "Show the last jump.",
  });
});

it("shows what Fairclick stopped and why, and offers only possible actions", async () => {
  const reason = "A payment is disputed.";
  const stopped = { how: "paused", by: "platform", since: "2026-03-01T10:00:00Z", reason };
  stubApi({
    ...page,
    [`GET ${path}`]: item({ ...campaign, status: "PAUSED", isActive: false }),
    [`GET ${path}/stats`]: item({ ...stats, stopped }),
  });
  openApp(address);
  await screen.findByText(/A payment is disputed\. Only Fairclick can lift this\./);
  expect(screen.queryByRole("button", { name: "Resume Campaign" })).toBeNull();
  expect(screen.queryByRole("button", { name: "End Campaign" })).toBeNull();
});

it("shows the amount that an ended campaign returned", async () => {
  stubApi({
    ...page,
    [`GET ${path}`]: item({ ...campaign, status: "ENDED", budgetRemaining: 0 }),
    [`GET ${path}/stats`]: item({ ...stats, budgetRemaining: 0, pending: 0, held: 0 }),
  });
  openApp(address);
  const budget = await screen.findByRole("region", { name: "Budget" });
  expect(within(budget).getByText("Returned to your wallet").parentElement?.textContent).toContain(
    "$14.955",
  );
  expect(screen.queryByRole("button", { name: "End Campaign" })).toBeNull();
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
  expect(screen.getByRole("button", { name: "End Campaign" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Change Game URL" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Resume Campaign" })).toBeNull();
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
  expect(screen.getByRole("button", { name: "End Campaign" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Change Game URL" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Resume Campaign" })).toBeNull();
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
