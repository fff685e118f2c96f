import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openApp } from "../testing/open-app";
import { campaign, item, ownCampaign, stubApi } from "../testing/stub-api";
import {
  campaignAddress as address,
  campaignPage as page,
  campaignPath as path,
} from "../testing/stub-campaign-page";
import { wallet } from "../testing/stub-wallet";

beforeEach(() => localStorage.setItem("token", "secret"));

afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
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
  const limited = { ...campaign, limits: { dailyCap: 5, creatorCap: null } };
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
  fireEvent.click(save);
  await screen.findByText("Campaign updated");
  const patches = calls.filter((call) => call.name.startsWith("PATCH"));
  expect(patches).toMatchObject([{ body: { limits: { dailyCap: null, creatorCap: 2.5 } } }]);
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
