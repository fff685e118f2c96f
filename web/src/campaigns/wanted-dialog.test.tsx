import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openApp } from "../testing/open-app";
import { campaign, item, list, ownCampaign, stubApi } from "../testing/stub-api";
import {
  campaignAddress as address,
  campaignPage as page,
  campaignPath as path,
} from "../testing/stub-campaign-page";

beforeEach(() => localStorage.setItem("token", "secret"));

afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

const pressedChips = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole("button", { pressed: true })
    .map((chip) => chip.textContent);

it("wants more creators of a campaign that somebody joined, and drops none", async () => {
  const wanted = { categories: ["Roblox"], platforms: ["YouTube"] };
  const calls = stubApi({
    ...page,
    [`GET ${path}`]: item({ ...campaign, wanted }),
    [`PATCH ${path}`]: item({ ...ownCampaign, wanted }),
  });
  openApp(`${address}?section=creators`);
  await screen.findByText("Wants creators of: Roblox, on YouTube");
  await screen.findByRole("switch", { name: "Link of Cleo" });
  fireEvent.click(screen.getByRole("button", { name: "Wanted Creators" }));
  const dialog = await screen.findByRole("dialog", { name: "Wanted Creators" });
  const chip = (name: string) => within(dialog).getByRole("button", { name });
  expect([chip("Roblox"), chip("YouTube")].map((each) => each.matches(":disabled"))).toEqual([
    true,
    true,
  ]);
  for (const name of ["Art", "Music", "Music", "Twitch"]) fireEvent.click(chip(name));
  const [, anywhere] = within(dialog).getAllByRole("button", { name: "All" });
  if (!anywhere) throw new Error("No choice of all platforms");
  fireEvent.click(anywhere);
  expect(pressedChips(dialog)).toEqual(["Roblox", "Art", "All"]);
  fireEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls.find(({ name }) => name === `PATCH ${path}`)?.body).toEqual({
    wanted: { categories: ["Roblox", "Art"], platforms: [] },
  });
});

it("drops wanted creators while nobody has joined, and shows the server's refusal", async () => {
  const wanted = { categories: ["Roblox", "Art"], platforms: [] };
  const refusal = { status: 409, body: { message: "Creators have joined this campaign" } };
  const calls = stubApi({
    ...page,
    [`GET ${path}`]: item({ ...campaign, wanted }),
    [`GET ${path}/links`]: list([]),
    [`PATCH ${path}`]: refusal,
  });
  openApp(`${address}?section=creators`);
  await screen.findByText("No creator has joined yet.");
  fireEvent.click(screen.getByRole("button", { name: "Wanted Creators" }));
  const dialog = await screen.findByRole("dialog", { name: "Wanted Creators" });
  fireEvent.click(within(dialog).getByRole("button", { name: "Art" }));
  fireEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  await screen.findByText("Creators have joined this campaign");
  expect(pressedChips(dialog)).toEqual(["Roblox"]);
  fireEvent.click(within(dialog).getByRole("button", { name: "Want All Creators" }));
  await waitFor(() =>
    expect(calls.filter(({ name }) => name === `PATCH ${path}`).map(({ body }) => body)).toEqual([
      { wanted: { categories: ["Roblox"], platforms: [] } },
      { wanted: { categories: [], platforms: [] } },
    ]),
  );
});

it("offers no choice once somebody joined a campaign that wants all creators", async () => {
  stubApi(page);
  openApp(`${address}?section=creators`);
  fireEvent.click(await screen.findByRole("button", { name: "Wanted Creators" }));
  await screen.findByText(/^This campaign wants all creators\. Creators have joined/);
  const dialog = screen.getByRole("dialog", { name: "Wanted Creators" });
  expect(within(dialog).queryByRole("button", { name: "Save" })).toBeNull();
});
