import { fireEvent, screen, waitFor, within } from "@testing-library/preact";
import { beforeEach, expect, it } from "vitest";
import { openApp } from "../testing/open-app";
import { campaign, item, list, ownCampaign, stubApi } from "../testing/stub-api";
import {
  campaignAddress,
  campaignPage as page,
  campaignPath as path,
} from "../testing/stub-campaign-page";

const address = `${campaignAddress}/settings`;

beforeEach(() => localStorage.setItem("token", "secret"));

/** Opens the settings and returns one of their sections, with the button that saves its first form. */
async function openSection(name: string) {
  const opened = openApp(address);
  const section = await screen.findByRole("region", { name });
  // While a part of the page waits, React does not render what `fireEvent` changes at once.
  await screen.findByRole("region", { name: "API keys" });
  const inside = within(section);
  return {
    ...opened,
    section: inside,
    element: section,
    save: () => inside.getByRole("button", { name: /^(Save|Saving...)$/ }) as HTMLButtonElement,
    write: (label: string, value: string) =>
      fireEvent.change(inside.getByLabelText(label), { target: { value } }),
    pressedChips: () =>
      inside.getAllByRole("button", { pressed: true }).map((chip) => chip.textContent),
  };
}

type Calls = ReturnType<typeof stubApi>;
const patches = (calls: Calls) =>
  calls.filter(({ name }) => name === `PATCH ${path}`).map(({ body }) => body);

/** Answers as the server does: with the stored campaign, changed by each request. */
function storedCampaign(start: object) {
  let stored = { ...campaign, ...start };
  return {
    read: () => item(stored),
    store: (change: object) => () => {
      stored = { ...stored, ...change };
      return item({ ...ownCampaign, ...stored }, "Campaign updated");
    },
  };
}

it("adds to the audience of a funded campaign, and removes nothing from it", async () => {
  const audience = { countries: ["DE"], devices: ["phone"] };
  const { store, read } = storedCampaign({ audience });
  const calls = stubApi({ ...page, [`GET ${path}`]: read, [`PATCH ${path}`]: store({}) });
  const { section, write, save } = await openSection("Who counts");
  expect(section.queryByRole("button", { name: "Remove Germany" })).toBeNull();
  expect(section.getByRole("button", { name: /^phones/i })).toHaveProperty("disabled", true);
  for (const code of ["AT", "FR"]) write("Countries", code);
  fireEvent.click(section.getByRole("button", { name: "Remove France" }));
  fireEvent.click(save());
  await screen.findByText("Campaign updated");
  expect(patches(calls)).toEqual([{ audience: { countries: ["DE", "AT"], devices: ["phone"] } }]);
});

it("offers a funded campaign only what is better for creators who joined", async () => {
  const { store, read } = storedCampaign({ paysFor: "players" });
  const calls = stubApi({
    ...page,
    [`GET ${path}`]: read,
    [`PATCH ${path}`]: store({ paysFor: "clicks", clickRules: "shared-aware" }),
  });
  const { section, save } = await openSection("Who counts");
  expect(section.queryByLabelText("Countries")).toBeNull();
  expect(section.getByText("Pays for clicks from every country and device.")).toBeTruthy();
  const choice = (name: RegExp) => section.getByRole("radio", { name });
  fireEvent.click(choice(/^Every valid click/));
  fireEvent.click(choice(/^More at shared addresses/));
  fireEvent.click(save());
  await screen.findByText("Campaign updated");
  expect(patches(calls)).toEqual([{ paysFor: "clicks", clickRules: "shared-aware" }]);
  for (const stricter of [/^Clicks of creators whose players/, /^The same at every address/]) {
    await waitFor(() => expect(choice(stricter)).toHaveProperty("disabled", true));
  }
});

it("names the last day that pays, also of an end within a day", async () => {
  stubApi({ ...page, [`GET ${path}`]: item({ ...campaign, endDate: "2098-06-01T12:00:00.000Z" }) });
  const { section } = await openSection("End date");
  section.getByText("The last day that pays is Jun 1, 2098.");
  expect(section.getByLabelText("End date")).toHaveProperty("value", "2098-06-02");
});

it("moves the end of a campaign, but not before tomorrow", async () => {
  const calls = stubApi({ ...page, [`PATCH ${path}`]: item(campaign, "Campaign updated") });
  const { section, write, save } = await openSection("End date");
  write("End date", "2026-01-05");
  fireEvent.click(save());
  await section.findByText("End date must be at least tomorrow");
  expect(document.activeElement).toBe(section.getByLabelText("End date"));
  write("End date", "2098-06-01");
  section.getByText("The last day that pays is May 31, 2098.");
  fireEvent.click(save());
  await screen.findByText("Campaign updated");
  expect(patches(calls)).toEqual([{ endDate: expect.stringMatching(/^2098-06-01T00:00/) }]);
});

it("limits what a campaign spends", async () => {
  const limited = { ...campaign, limits: { dailyCap: 5, creatorCap: null } };
  const calls = stubApi({
    ...page,
    [`GET ${path}`]: item(limited),
    [`PATCH ${path}`]: item(limited, "Campaign updated"),
  });
  const { section, write, save } = await openSection("Who counts");
  expect(section.getByLabelText("Per day (optional)")).toHaveProperty("value", "5");
  write("Per creator (optional)", "0.001");
  fireEvent.click(save());
  await section.findByText("A limit must pay for at least one click");
  write("Per day (optional)", "");
  write("Per creator (optional)", "2.5");
  fireEvent.click(save());
  await screen.findByText("Campaign updated");
  expect(patches(calls)).toEqual([{ limits: { dailyCap: null, creatorCap: 2.5 } }]);
});

it("changes the price, and says what it costs", async () => {
  const calls = stubApi({
    ...page,
    [`GET ${path}`]: item({ ...campaign, feePerClick: 0.000375, feePercent: 25 }),
    [`POST ${path}/price`]: item(ownCampaign, "A click pays $0.002 from now on."),
  });
  const { section, write, save } = await openSection("Budget and price");
  const said = (label: string) => section.getByText(label).nextElementSibling?.textContent;
  expect(section.getByLabelText("Payout rate")).toHaveProperty("value", "1.50");
  write("Payout rate", "1");
  expect(said("Begins")).toBe("In 24 hours");
  write("Payout rate", "2");
  expect(said("Begins")).toBe("At once");
  expect(said("1,000 clicks with the fee")).toBe("$2.50");
  expect(said("Clicks in what is left")).toBe("5,982");
  write("Payout rate", "abc");
  fireEvent.click(save());
  await section.findByText("Valid payout rate is required");
  write("Payout rate", "2");
  fireEvent.click(save());
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
  const { section } = await openSection("Budget and price");
  await section.findByText(/^The price changes from/);
  expect(section.queryByLabelText("Payout rate")).toBeNull();
  fireEvent.click(section.getByRole("button", { name: "Keep the Old Price" }));
  await screen.findByText("The price stays at $0.0015.");
  expect(calls.filter((call) => call.name.startsWith("DELETE"))).toHaveLength(1);
});

it("changes the game's address", async () => {
  const calls = stubApi({
    ...page,
    [`PATCH ${path}`]: item({ ...ownCampaign, gameUrl: "https://x.example/" }, "Campaign updated"),
  });
  const { section, write, save } = await openSection("Link");
  expect(save().disabled).toBe(true);
  write("Game URL", "javascript:alert(1)");
  fireEvent.click(save());
  await section.findByText(/^Game URL must be a web address/);
  write("Game URL", "https://x.example/");
  fireEvent.click(save());
  await screen.findByText("Campaign updated");
  expect(patches(calls)).toEqual([{ gameUrl: "https://x.example/" }]);
});

it("edits the texts of a campaign, and shows why one is invalid", async () => {
  const { store, read } = storedCampaign({});
  const change = { description: "Climb higher.", hashtags: ["#Tower", "#Obby"] };
  const calls = stubApi({ ...page, [`GET ${path}`]: read, [`PATCH ${path}`]: store(change) });
  const { section, write, save } = await openSection("Appearance");
  write("Description", " ");
  fireEvent.click(save());
  await section.findByText("Description is required");
  expect(document.activeElement).toBe(section.getByLabelText("Description"));
  write("Description", "Climb higher.");
  const hashtag = section.getByLabelText(/^Hashtags \(/);
  fireEvent.change(hashtag, { target: { value: "Obby" } });
  fireEvent.keyDown(hashtag, { key: "Enter" });
  fireEvent.click(save());
  await screen.findByText("Campaign updated");
  await waitFor(() => expect(save().textContent).toBe("Save"));
  expect(save().disabled).toBe(true);
  expect(patches(calls)).toEqual([change]);
});

it("keeps what was typed when the server is away or refuses, and shows why", async () => {
  const answers = [
    { status: 503, body: {} },
    { status: 409, body: { message: "This campaign has ended" } },
    {
      status: 422,
      body: {
        message: "Trailer link is not for us",
        issues: [{ path: "trailerLink", message: "Trailer link is not for us" }],
      },
    },
  ];
  stubApi({
    ...page,
    [`PATCH ${path}`]: () => {
      const next = answers.shift();
      if (!next) throw new TypeError("Failed to fetch");
      return next;
    },
  });
  const { section, write, save } = await openSection("Appearance");
  write("Trailer link (optional)", "https://video.example/1");
  for (const text of [
    "Failed to change campaign",
    "This campaign has ended",
    "Trailer link is not for us",
    "Failed to change campaign",
  ]) {
    await waitFor(() => expect(save().disabled).toBe(false));
    fireEvent.click(save());
    expect((await section.findByText(text)).getAttribute("role")).toBe("alert");
    const field = section.getByLabelText("Trailer link (optional)");
    expect(field).toHaveProperty("value", "https://video.example/1");
    expect(field.getAttribute("aria-invalid")).toBe(/^Trailer/.test(text) ? "true" : null);
  }
});

it("saves only what was edited, and follows the rest as it changes elsewhere", async () => {
  const { store, read } = storedCampaign({});
  const elsewhere = store({ targetAudience: "Jumpers" });
  const calls = stubApi({
    ...page,
    [`GET ${path}`]: read,
    [`PATCH ${path}`]: store({ description: "Mine." }),
  });
  const { app, section, write, save } = await openSection("Appearance");
  write("Description", "Mine.");
  elsewhere();
  await app.queryClient.invalidateQueries({ queryKey: ["campaigns"] });
  await waitFor(() =>
    expect(section.getByLabelText("Target audience")).toHaveProperty("value", "Jumpers"),
  );
  expect(section.getByLabelText("Description")).toHaveProperty("value", "Mine.");
  fireEvent.click(save());
  await screen.findByText("Campaign updated");
  expect(patches(calls)).toEqual([{ description: "Mine." }]);
});

it("changes who may join", async () => {
  const calls = stubApi({
    ...page,
    [`PATCH ${path}`]: item({ ...ownCampaign, whoMayJoin: "verified" }, "Campaign updated"),
  });
  const { section, save } = await openSection("Who may join");
  expect(section.getByRole("radio", { name: /^Everybody/ })).toHaveProperty("checked", true);
  fireEvent.click(section.getByRole("radio", { name: /^Verified creators only/ }));
  fireEvent.click(save());
  await screen.findByText("Campaign updated");
  expect(patches(calls)).toEqual([{ whoMayJoin: "verified" }]);
});

it("wants more creators of a campaign that somebody joined, and drops none", async () => {
  const wanted = { categories: ["Roblox"], platforms: ["YouTube"] };
  const calls = stubApi({
    ...page,
    [`GET ${path}`]: item({ ...campaign, wanted }),
    [`PATCH ${path}`]: item({ ...ownCampaign, wanted }, "Campaign updated"),
  });
  const { section, save, pressedChips } = await openSection("Who may join");
  await section.findByText("Wants creators of: Roblox, on YouTube");
  await section.findByText(/^Creators have joined: you can want more/);
  const chip = (name: string) => section.getByRole("button", { name });
  expect([chip("Roblox"), chip("YouTube")].map((each) => each.matches(":disabled"))).toEqual([
    true,
    true,
  ]);
  for (const name of ["Art", "Music", "Music", "Twitch"]) fireEvent.click(chip(name));
  const [, anywhere] = section.getAllByRole("button", { name: "All" });
  if (!anywhere) throw new Error("No choice of all platforms");
  fireEvent.click(anywhere);
  expect(pressedChips()).toEqual(["Roblox", "Art", "All"]);
  fireEvent.click(save());
  await screen.findByText("Campaign updated");
  expect(patches(calls)).toEqual([{ wanted: { categories: ["Roblox", "Art"], platforms: [] } }]);
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
  const { section, save, pressedChips } = await openSection("Who may join");
  await section.findByText(/^Only creators whose profile names one of your choices/);
  fireEvent.click(section.getByRole("button", { name: "Art" }));
  fireEvent.click(save());
  await section.findByText("Creators have joined this campaign");
  expect(pressedChips()).toEqual(["Roblox"]);
  fireEvent.click(section.getByRole("button", { name: "Roblox" }));
  await section.findByText("All creators can join.");
  fireEvent.click(save());
  await waitFor(() =>
    expect(patches(calls)).toEqual([
      { wanted: { categories: ["Roblox"], platforms: [] } },
      { wanted: { categories: [], platforms: [] } },
    ]),
  );
});

it("offers no choice once somebody joined a campaign that wants all creators", async () => {
  stubApi(page);
  const { section } = await openSection("Who may join");
  await section.findByText(/^This campaign wants all creators\. Creators have joined/);
  expect(section.queryByText("They make")).toBeNull();
});

it("replaces the cover, and removes it with its description", async () => {
  const hash = "b".repeat(64);
  const old = { ...campaign.cover, hash: "a".repeat(64), alt: "Old" };
  const { store, read } = storedCampaign({ cover: old });
  const calls = stubApi({
    ...page,
    [`GET ${path}`]: read,
    "POST /api/campaigns/covers": item({ hash }),
    [`PATCH ${path}`]: () => store({ cover: { ...old, hash } })(),
  });
  const { section, save } = await openSection("Appearance");
  const file = new File(["pixels"], "cover.png", { type: "image/png" });
  fireEvent.change(section.getByLabelText("Game cover image (optional)"), {
    target: { files: [file] },
  });
  await section.findByText("The image is stored.");
  fireEvent.click(save());
  await screen.findByText("Campaign updated");
  fireEvent.click(section.getByRole("button", { name: "Remove Image" }));
  await waitFor(() => expect(save().disabled).toBe(false));
  fireEvent.click(save());
  await waitFor(() => expect(patches(calls)).toHaveLength(2));
  expect(patches(calls)).toEqual([{ cover: { hash, alt: "Old" } }, { cover: null }]);
});
