import { genres } from "@fairclick/core/campaigns/genres";
import { describeMoney } from "@fairclick/core/describe-money";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/preact";
import { expect, it, vi } from "vitest";
import {
  fill,
  fillAll,
  fillGame,
  LAUNCHED,
  press,
  signInForWizard,
  wallet,
} from "../testing/fill-wizard";
import { openApp } from "../testing/open-app";
import { campaign, emptyMarket, item, signedIn, stubApi } from "../testing/stub-api";

signInForWizard();

const money = describeMoney({ feeBasisPoints: 0, heldDays: 7 });
const noFee = { percent: 0, rule: "Fairclick takes no fee." };

const launching = {
  ...signedIn,
  ...emptyMarket,
  ...wallet,
  "POST /api/campaigns": { status: 201, body: { message: LAUNCHED, data: campaign } },
};

it("shows the fee before the campaign is launched", async () => {
  const fee = { percent: 10, rule: "10%" };
  const clickRules = { default: "literal", choices: [] };
  stubApi({
    ...signedIn,
    "GET /api/policy": { body: { status: "success", data: { clickRules, fee, money } } },
  });
  openApp("/app/campaigns/create?step=2");
  await fill({ "Payout rate": "1.50" });
  const said = (label: string) => screen.getByText(label).nextElementSibling?.textContent;
  await waitFor(() => expect(said("Fairclick's fee per valid click")).toBe("$0.00015"));
  expect(said("1,000 valid clicks with the fee")).toBe("$1.65");
  expect(said("Clicks in the budget")).toBe("10,000");
  expect(said("Fees in the budget")).toBe("$1.50");
  expect(said("Budget")).toBe("$16.50");
});

it("goes through three steps and launches the campaign", async () => {
  const created = { status: "success", message: LAUNCHED, data: campaign };
  const calls = stubApi({
    ...signedIn,
    ...emptyMarket,
    ...wallet,
    "POST /api/campaigns": { status: 201, body: created },
  });
  const { path } = openApp("/app/campaigns/create");
  await screen.findByLabelText("Game URL");
  for (const choice of ["Tutorials", "Roblox", "Roblox", "YouTube"]) press(choice);
  fireEvent.click(screen.getByRole("radio", { name: /^I approve each/ }));
  await fillAll();
  expect(screen.getByText(/^Your budget pays for/).textContent).toContain("10,000 valid clicks");
  press("Deploy");
  await screen.findByText(LAUNCHED);
  await waitFor(() => expect(path()).toBe("/app/creator-hub"));
  expect(calls.find((call) => call.name === "POST /api/campaigns")?.body).toMatchObject({
    name: "Tower of Tests",
    gameTitle: "Tower of Tests",
    payoutPerClick: 0.0015,
    budget: 15,
    tags: ["Obby"],
    conversionTips: "Show the last jump.",
    wanted: { categories: ["Tutorials"], platforms: ["YouTube"] },
    whoMayJoin: "approval",
    isActive: true,
  });
  expect(sessionStorage.getItem("campaign-draft")).toBeNull();
});

it("keeps everything that was typed if there were too many requests", async () => {
  const message = "Too many requests. Please wait a minute.";
  const calls = stubApi({
    ...signedIn,
    ...emptyMarket,
    ...wallet,
    "POST /api/campaigns": () => ({ status: 429, body: { code: "rate_limited", message } }),
  });
  const { path } = openApp("/app/campaigns/create");
  await fillAll();
  press("Deploy");
  await screen.findByText(message);
  expect(path()).toBe("/app/campaigns/create?step=3");
  press("Deploy");
  const sent = () => calls.filter(({ name }) => name === "POST /api/campaigns");
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]?.body).toEqual(sent()[0]?.body);
  expect(sent()[1]?.body).toMatchObject({ gameTitle: "Tower of Tests", payoutPerClick: 0.0015 });
});

it.each([
  [undefined, "clicks"],
  [/^Clicks of creators whose players arrive/, "players"],
])(
  "launches a campaign that pays for every valid click, or what is chosen",
  async (choice, sent) => {
    const calls = stubApi(launching);
    openApp("/app/campaigns/create?step=2");
    const usual = await screen.findByRole("radio", { name: /^Every valid click/ });
    expect(usual).toHaveProperty("checked", true);
    expect(screen.queryByText(/literal|shared-aware/i)).toBeNull();
    press("Back");
    await fillAll(choice);
    press("Deploy");
    await screen.findByText(LAUNCHED);
    const launched = calls.find((call) => call.name === "POST /api/campaigns")?.body;
    expect(launched).toMatchObject({
      name: "Tower of Tests",
      clickRules: "literal",
      paysFor: sent,
    });
  },
);

it("offers no pay for players whose game would never learn of a click", async () => {
  stubApi({ ...signedIn, ...wallet });
  openApp("/app/campaigns/create");
  await fillGame();
  await fill({ "Game URL": "https://www.roblox.com/share?code=abc&type=ExperienceDetails" });
  press("Continue");
  await fill({ "Payout rate": "1.50" });
  fireEvent.click(screen.getByRole("radio", { name: /^Clicks of creators whose players arrive/ }));
  press("Continue");
  await screen.findByText(/^A campaign can only pay for players if its game receives/);
  expect(document.activeElement?.closest("fieldset")?.textContent).toContain(
    "What the campaign pays for",
  );
  fireEvent.click(screen.getByRole("radio", { name: /^Every valid click/ }));
  press("Continue");
  await screen.findByLabelText("Start date");
});

it("launches with the countries and devices that are chosen, and says what they mean", async () => {
  const calls = stubApi(launching);
  openApp("/app/campaigns/create?step=2");
  fireEvent.click(await screen.findByText("Advanced"));
  screen.getByText("Pays for clicks from every country and device.");
  for (const code of ["FR", "DE", "AT"]) await fill({ Countries: code });
  press("Remove France");
  fireEvent.click(screen.getByRole("button", { name: /^consoles/i }));
  fireEvent.click(screen.getByRole("button", { name: /^phones/i }));
  fireEvent.click(screen.getByRole("button", { name: /^consoles/i }));
  await screen.findByText(/^Pays only for clicks from Austria and Germany, on phones or tablets\./);
  press("Back");
  await fillAll();
  press("Deploy");
  await screen.findByText(LAUNCHED);
  expect(calls.find((call) => call.name === "POST /api/campaigns")?.body).toMatchObject({
    audience: { countries: ["DE", "AT"], devices: ["phone"] },
  });
});

it("shows a refusal of countries where they are chosen, and offers none if they are not known", async () => {
  const message = "Countries cannot be chosen here: this marketplace has no table of countries";
  const issues = [{ path: "audience.countries", message }];
  stubApi({
    ...signedIn,
    ...wallet,
    "POST /api/campaigns": { status: 422, body: { code: "validation", message, issues } },
  });
  openApp("/app/campaigns/create");
  await fillAll();
  press("Deploy");
  const field = await screen.findByLabelText("Countries");
  await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
  cleanup();
  const clickRules = { default: "literal", choices: [] };
  const policy = {
    status: "success",
    data: { clickRules, countriesKnown: false, fee: noFee, money },
  };
  stubApi({ ...signedIn, ...wallet, "GET /api/policy": { body: policy } });
  openApp("/app/campaigns/create?step=2");
  await screen.findByText(/^Countries cannot be chosen here/);
  await waitFor(() => expect(screen.queryByLabelText("Countries")).toBeNull());
});

it.each([
  [{ status: 409, body: { message: "Not today" } }, "Not today"],
  [{ status: 500, body: {} }, "Failed to create campaign"],
])("after %j it shows %j and keeps the draft", async (reply, text) => {
  stubApi({ ...signedIn, ...wallet, "POST /api/campaigns": reply });
  openApp("/app/campaigns/create");
  await fillAll();
  press("Deploy");
  await screen.findByText(text);
  expect(sessionStorage.getItem("campaign-draft")).toContain("Tower of Tests");
});

it("shows an error of the server at its field, and keeps the draft", async () => {
  const message = "Game URL must not lead back to Fairclick";
  const issues = [{ path: "gameUrl", message }];
  const refusal = { status: 422, body: { code: "validation", message, issues } };
  stubApi({ ...signedIn, ...wallet, "POST /api/campaigns": refusal });
  openApp("/app/campaigns/create");
  await fillAll();
  press("Deploy");
  const field = await screen.findByLabelText("Game URL");
  await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
  expect(screen.getAllByText(message).length).toBeGreaterThan(0);
  expect(sessionStorage.getItem("campaign-draft")).toContain("Tower of Tests");
});

it("shows what the wallet lacks, and keeps the draft", async () => {
  stubApi({ ...signedIn, ...wallet });
  openApp("/app/campaigns/create");
  await fillGame();
  press("Continue");
  await fill({ "Payout rate": "8" });
  await screen.findByText("$30.00");
  cleanup();
  openApp("/app/campaigns/create");
  expect(await screen.findByLabelText("Game title")).toHaveProperty("value", "Tower of Tests");
});

it("shows at once what another budget buys, and offers the whole wallet", async () => {
  stubApi({ ...signedIn, ...wallet });
  openApp("/app/campaigns/create");
  await fillGame();
  press("Continue");
  await fill({ "Payout rate": "1.50" });
  await screen.findByText("10,000");
  await fill({ "Budget (optional)": "500" });
  await screen.findByText("333,333");
  await screen.findByText("$450.00");
  fireEvent.click(await screen.findByRole("button", { name: "Use $50.00" }));
  await screen.findByText("33,333");
  expect(screen.getByLabelText("Budget (optional)")).toHaveProperty("value", "50.00");
});

it("leads a visitor to the registration, and back to the draft", async () => {
  localStorage.clear();
  stubApi({});
  const { path } = openApp("/app/campaigns/create");
  await fillAll();
  press("Deploy");
  await screen.findByRole("button", { name: "Continue with Email" });
  expect(path()).toMatch(
    /^\/register\?next=%2Fapp%2Fcampaigns%2Fcreate%3Fstep%3D3%26draft%3Dmine$/,
  );
  expect(sessionStorage.getItem("campaign-draft")).toContain("Show the last jump.");
});

it("focuses the first wrong field that is shown, in each step", async () => {
  stubApi({ ...signedIn, ...wallet });
  openApp("/app/campaigns/create");
  await screen.findByLabelText("Game URL");
  press("Continue");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Game URL")));
  await fill({ "Game URL": "https://www.roblox.com/games/1", "Game title": "Tower" });
  press("Continue");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Description")));
  await fill({ Description: "Climb.", "Target audience": "Climbers" });
  press("Continue");
  await waitFor(() => expect(document.activeElement?.textContent).toBe(genres[0]));
  press("Obby");
  press("Continue");
  // Not on Continue, which is below the new step's fields.
  const payment = await screen.findByRole("heading", { level: 2, name: /^Payment/ });
  await waitFor(() => expect(document.activeElement).toBe(payment));
  await fill({ "Payout rate": "$1.50", "Per day (optional)": "nothing" });
  press("Continue");
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByLabelText("Per day (optional)")),
  );
  await fill({ "Per day (optional)": "" });
  press("Continue");
  await fill({ "Start date": "" });
  press("Deploy");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Start date")));
});

it("opens the step of the first wrong field, and focuses it there", async () => {
  stubApi({ ...signedIn, ...wallet });
  openApp("/app/campaigns/create?step=3");
  await fill({
    "Start date": "2099-01-01",
    "End date": "2099-01-08",
    "Content to display": "Show the last jump.",
  });
  press("Deploy");
  const first = await screen.findByLabelText("Game URL");
  await waitFor(() => expect(document.activeElement).toBe(first));
});

const facts = { title: null, description: null, coverHash: null, review: null };

it("fills in what the address and the page of a game say, and leaves what was edited", async () => {
  const description = "Climb a burning tower in this anime adventure.";
  const calls = stubApi({
    ...signedIn,
    "POST /api/campaigns/game": item({ ...facts, description, coverHash: "a".repeat(64) }),
  });
  openApp("/app/campaigns/create");
  await fill({ "Game URL": "https://www.roblox.com/games/1818/Lava-Tower" });
  await waitFor(() =>
    expect(screen.getByLabelText("Game title")).toHaveProperty("value", "Lava Tower"),
  );
  await screen.findByText("Clicks can be counted in this game ✓");
  await fill({ "Target audience": "Climbers" });
  await waitFor(() =>
    expect(screen.getByLabelText("Description")).toHaveProperty("value", description),
  );
  expect(screen.getByLabelText("Target audience")).toHaveProperty("value", "Climbers");
  const genres = screen.getAllByRole("button", { pressed: true }).map((chip) => chip.textContent);
  expect(genres).toEqual(expect.arrayContaining(["Obby", "Anime", "Adventure"]));
  screen.getByAltText("The cover you chose");
  expect(calls.find(({ name }) => name === "POST /api/campaigns/game")?.body).toEqual({
    gameUrl: "https://www.roblox.com/games/1818/Lava-Tower",
    reads: true,
  });
  press("Continue");
  expect(await screen.findByLabelText("Payout rate")).toHaveProperty("value", "1.50");
});

it("asks for no account's sake what only the address says", async () => {
  localStorage.clear();
  const calls = stubApi({});
  openApp("/app/campaigns/create");
  await fill({ "Game URL": "https://www.roblox.com/games/7/Pet-Tycoon" });
  await waitFor(() =>
    expect(screen.getByLabelText("Game title")).toHaveProperty("value", "Pet Tycoon"),
  );
  expect(screen.getByLabelText("Target audience")).toHaveProperty(
    "value",
    "Players who like Tycoon",
  );
  for (const genre of ["RPG", "Tycoon"]) press(genre);
  expect(screen.getByLabelText("Target audience")).toHaveProperty("value", "Players who like RPG");
  expect(calls.some(({ name }) => name === "POST /api/campaigns/game")).toBe(false);
});

it("says before the payment that the campaign goes to review, on the button too, and pays at once", async () => {
  const review = "It waits for review, because it is your first one.";
  const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  const saved = { ...campaign, status: "AWAITING_FUNDS", budget: 500 };
  const calls = stubApi({
    ...signedIn,
    ...emptyMarket,
    ...wallet,
    "POST /api/campaigns/game": item({ ...facts, review }),
    "POST /api/campaigns": { status: 201, body: { message: "Campaign saved.", data: saved } },
    "POST /api/stripe/create-checkout-session": {
      body: { id: "cs_1", url: "https://pay.example/1" },
    },
  });
  openApp("/app/campaigns/create");
  await fillAll();
  press("Back");
  await fill({ "Budget (optional)": "500" });
  press("Continue");
  await screen.findByText(review);
  fireEvent.click(await screen.findByRole("button", { name: "Pay $450.00 and send to review" }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith("https://pay.example/1"));
  expect(calls.find(({ name }) => name.includes("create-checkout-session"))?.body).toMatchObject({
    amount: 45_000,
    campaignId: campaign._id,
  });
  assign.mockRestore();
});
