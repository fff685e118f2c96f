import { NO_FEE } from "@fairclick/core/campaigns/fee";
import { genres } from "@fairclick/core/campaigns/genres";
import { describeMoney } from "@fairclick/core/money/describe-money";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openApp } from "../../../testing/open-app";
import {
  type Call,
  campaign,
  emptyMarket,
  item,
  list,
  signedIn,
  stubApi,
  user,
} from "../../../testing/stub-api";

const LAUNCHED =
  "Campaign created successfully! Your campaign is now available for creators to join.";

const wallet = {
  "GET /api/wallet/summary": {
    body: { walletBalance: 50, withdrawableBalance: 0, totalEarnings: 0, pendingPayouts: 0 },
  },
};

beforeEach(() => {
  localStorage.setItem("token", "secret");
  sessionStorage.clear();
});

afterEach(async () => {
  cleanup();
  // The wizard saves its draft when it closes: that request must reach the stub.
  await new Promise((resolve) => setTimeout(resolve));
  toast.dismiss();
  vi.unstubAllGlobals();
});

async function fill(values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    fireEvent.change(await screen.findByLabelText(label), { target: { value } });
  }
}

function press(name: string) {
  fireEvent.click(screen.getByRole("button", { name }));
}

async function fillGame() {
  await fill({
    "Game URL": "https://www.roblox.com/games/1",
    "Game title": "Tower of Tests",
    Description: "Climb.",
    "Target audience": "Climbers",
  });
  press("Obby");
}

async function fillAll(clickRules?: RegExp) {
  await fillGame();
  press("Continue");
  await fill({ "Payout rate": "1.50" });
  if (clickRules) fireEvent.click(screen.getByRole("radio", { name: clickRules }));
  press("Continue");
  const year = new Date().getFullYear();
  await fill({
    "Start date": `${year}-01-01`,
    "End date": `${year + 1}-02-01`,
    "Content to display": "Show the last jump.",
  });
}

const money = describeMoney({ fee: NO_FEE, heldDays: 7 });
const noFee = { percent: 0, minimumPerClick: 0, rule: "Fairclick takes no fee." };

it("shows the fee before the campaign is launched", async () => {
  const fee = { percent: 10, minimumPerClick: 0, rule: "10 %" };
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

it("names missing fields, and clears each error when its field is edited", async () => {
  stubApi({ ...signedIn });
  openApp("/app/campaigns/create");
  await screen.findByLabelText("Game URL");
  press("Continue");
  await screen.findByText("Game URL is required");
  await screen.findByText("At least one tag is required");
  await fill({ "Game URL": "h" });
  press("RPG");
  await waitFor(() => expect(screen.queryByText("Game URL is required")).toBeNull());
  expect(screen.queryByText("At least one tag is required")).toBeNull();
  expect(screen.getByText("Game title is required")).toBeTruthy();
});

it("shows the address that a visitor gets, opens it, and says where the game reads the id", async () => {
  stubApi({ ...signedIn });
  openApp("/app/campaigns/create");
  await screen.findByLabelText("Game URL");
  expect(screen.queryByRole("link", { name: "Try it" })).toBeNull();
  await fill({ "Game URL": "roblox://placeId=920587237" });
  const web = "https://www.roblox.com/games/start?placeId=920587237&launchData=fc_test";
  await screen.findByText(web);
  expect(screen.getByText(/^https:\/\/ro\.blox\.com\/Ebh5\?af_dp=roblox%3A/)).toBeTruthy();
  const tryIt = screen.getByRole("link", { name: "Try it" });
  expect(tryIt.getAttribute("href")).toBe(web);
  expect([tryIt.getAttribute("target"), tryIt.getAttribute("rel")]).toEqual([
    "_blank",
    "noopener noreferrer",
  ]);
  expect(screen.getByText(/GetJoinData\(\)\.LaunchData/)).toBeTruthy();
});

it("follows the typed address, and says when the game cannot read the id", async () => {
  stubApi({ ...signedIn });
  openApp("/app/campaigns/create");
  await fill({ "Game URL": "https://game.example.com/?c={click_id}" });
  await screen.findByText("https://game.example.com/?c=test");
  await fill({ "Game URL": "https://www.roblox.com/share?code=ab12&type=ExperienceDetails" });
  await screen.findByText(/^A share link cannot carry the id of a click/);
  expect(screen.queryByText(/The sample id is/)).toBeNull();
  await fill({ "Game URL": "javascript:alert(1)" });
  await waitFor(() => expect(screen.queryByRole("link", { name: "Try it" })).toBeNull());
});

it("allows at most three genres", async () => {
  stubApi({ ...signedIn });
  openApp("/app/campaigns/create");
  await screen.findByLabelText("Game URL");
  for (const genre of ["Obby", "RPG", "Anime"]) press(genre);
  expect(screen.getByRole("button", { name: "Tycoon" })).toHaveProperty("disabled", true);
  press("RPG");
  expect(screen.getByRole("button", { name: "Tycoon" })).toHaveProperty("disabled", false);
});

it("suggests hashtags from title and genres, and adds and removes them", async () => {
  stubApi({ ...signedIn });
  openApp("/app/campaigns/create");
  await fillGame();
  press("#Tower");
  press("#RobloxGame");
  expect(screen.queryByRole("button", { name: "#Tower" })).toBeNull();
  press("Remove #Tower");
  await screen.findByRole("button", { name: "#Tower" });
});

it("rejects a cover that is not an image", async () => {
  stubApi({ ...signedIn });
  openApp("/app/campaigns/create");
  const input = await screen.findByLabelText("Game cover image (optional)");
  const file = new File(["x"], "cover.pdf", { type: "application/pdf" });
  fireEvent.change(input, { target: { files: [file] } });
  await screen.findByText("Please select a valid image file");
});

const HASH = "a".repeat(64);
const stored = { body: { status: "success", message: "Image stored", data: { hash: HASH } } };

async function chooseCover(name = "cover.png") {
  const input = await screen.findByLabelText("Game cover image (optional)");
  const file = new File(["pixels"], name, { type: "image/png" });
  fireEvent.change(input, { target: { files: [file] } });
}

it("uploads a cover through failures of the server, and keeps it in the draft with its description", async () => {
  let tries = 0;
  const calls = stubApi({
    ...signedIn,
    "POST /api/campaigns/covers": () => {
      tries += 1;
      if (tries === 1) throw new TypeError("Failed to fetch");
      return tries === 2 ? { status: 503, body: { code: "unavailable", message: "away" } } : stored;
    },
  });
  openApp("/app/campaigns/create");
  await fill({ "Game title": "Tower of Tests" });
  expect(screen.getByAltText("The drawn cover").getAttribute("src")).toMatch(/drawn\/tt-other-/);
  await chooseCover();
  await screen.findByText("The server does not answer. Trying again...");
  await screen.findByText("The image is stored.", {}, { timeout: 15_000 });
  const sent = calls.filter(({ name }) => name === "POST /api/campaigns/covers");
  expect(sent.map(({ body }) => body)).toEqual(["pixels", "pixels", "pixels"]);
  await fill({ "Cover description (optional)": "Two towers" });
  const draft = () => JSON.parse(sessionStorage.getItem("campaign-draft") ?? "{}").fields;
  expect(draft()).toMatchObject({ coverHash: HASH, coverAlt: "Two towers" });
  expect(draft()).toMatchObject({ gameTitle: "Tower of Tests" });
  press("Remove Image");
  expect(draft()).toMatchObject({ coverHash: "", coverAlt: "" });
  expect(screen.queryByLabelText("Cover description (optional)")).toBeNull();
});

it("says why a cover is refused, and sends it again on request", async () => {
  let tries = 0;
  stubApi({
    ...signedIn,
    "POST /api/campaigns/covers": () => {
      tries += 1;
      if (tries > 1) return stored;
      return { status: 422, body: { code: "validation", message: "This image cannot be read." } };
    },
  });
  openApp("/app/campaigns/create");
  await chooseCover();
  await screen.findByText("This image cannot be read.");
  press("Try Again");
  await screen.findByText("The image is stored.");
});

it("uploads nothing for a visitor, and says so", async () => {
  localStorage.clear();
  const calls = stubApi({});
  openApp("/app/campaigns/create");
  await chooseCover();
  await screen.findByText(/^Log in first, then choose the image/);
  expect(calls.filter(({ name }) => name === "POST /api/campaigns/covers")).toEqual([]);
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

it.each([
  ["Shared-aware", undefined, undefined],
  ["Shared-aware", /^Literal/, "literal"],
  ["Literal", /^Shared-aware/, "shared-aware"],
])(
  "launches with the default click rules, %s, or those that are chosen",
  async (preset, choice, sent) => {
    const clickRules = { default: preset.toLowerCase(), choices: [] };
    const calls = stubApi({
      ...signedIn,
      ...emptyMarket,
      ...wallet,
      "GET /api/policy": { body: { status: "success", data: { clickRules, fee: noFee, money } } },
      "POST /api/campaigns": { status: 201, body: { message: LAUNCHED, data: campaign } },
    });
    openApp("/app/campaigns/create?step=2");
    const radio = await screen.findByRole("radio", { name: new RegExp(`^${preset}`) });
    await waitFor(() => expect(radio).toHaveProperty("checked", true));
    screen.getByText(/^4 or more clicks from one IP address within 60 seconds are all invalid/);
    press("Back");
    await fillAll(choice);
    press("Deploy");
    await screen.findByText(LAUNCHED);
    const launched = calls.find((call) => call.name === "POST /api/campaigns")?.body;
    expect(launched).toHaveProperty("name", "Tower of Tests");
    expect((launched as { clickRules?: string }).clickRules).toBe(sent);
  },
);

it("launches with the countries and devices that are chosen, and says what they mean", async () => {
  const calls = stubApi({
    ...signedIn,
    ...emptyMarket,
    ...wallet,
    "POST /api/campaigns": { status: 201, body: { message: LAUNCHED, data: campaign } },
  });
  openApp("/app/campaigns/create?step=2");
  fireEvent.click(await screen.findByText(/^Pay only for some countries or devices/));
  screen.getByText("Pays for clicks from every country and device.");
  for (const code of ["FR", "DE", "AT"]) await fill({ Countries: code });
  press("Remove France");
  fireEvent.click(screen.getByRole("checkbox", { name: /^consoles/i }));
  fireEvent.click(screen.getByRole("checkbox", { name: /^phones and tablets/i }));
  fireEvent.click(screen.getByRole("checkbox", { name: /^consoles/i }));
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
  expect(screen.queryByLabelText("Countries")).toBeNull();
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

it("leads a visitor to the login, and back to the draft", async () => {
  localStorage.clear();
  stubApi({});
  const { path } = openApp("/app/campaigns/create");
  await fillAll();
  press("Deploy");
  await screen.findByRole("button", { name: "Sign In" });
  expect(path()).toBe("/login?next=%2Fapp%2Fcampaigns%2Fcreate%3Fstep%3D3");
  expect(sessionStorage.getItem("campaign-draft")).toContain("Show the last jump.");
});

/** Answers like a server that keeps one account's drafts. */
function draftServer() {
  const drafts = new Map<string, unknown>();
  const replies = {
    ...signedIn,
    ...emptyMarket,
    ...wallet,
    "GET /api/campaigns/my-campaigns": list([]),
    "GET /api/campaigns/drafts": () => list([...drafts.keys()].map((_id) => ({ ...summary, _id }))),
  };
  const summary = { title: "Tower of Tests", step: 2, updatedAt: "2026-03-01T12:00:00.000Z" };
  return {
    replies,
    /** Adds the routes of a draft. */
    withDraft: (id: string, fields?: object) => {
      if (fields) drafts.set(id, fields);
      const path = `/api/campaigns/drafts/${id}`;
      return {
        [`GET ${path}`]: () =>
          drafts.has(id)
            ? item({ ...summary, _id: id, fields: drafts.get(id) })
            : { status: 404, body: { code: "not_found", message: "Draft not found" } },
        [`DELETE ${path}`]: () => {
          drafts.delete(id);
          return { body: { status: "success", message: "Draft deleted" } };
        },
      };
    },
  };
}

const puts = (calls: Call[]) => calls.filter(({ name }) => name.startsWith("PUT "));

it("continues a draft of the account from the developer hub, and saves what changes", async () => {
  const id = "01900000-0000-7000-8000-0000000000d1";
  const { replies, withDraft } = draftServer();
  const fields = { gameTitle: "Tower of Tests", payoutRate: "8", tags: ["RPG"], gameUrl: ["x"] };
  const calls = stubApi({
    ...replies,
    ...withDraft(id, fields),
    [`PUT /api/campaigns/drafts/${id}`]: item({ _id: id }, "Draft saved"),
  });
  const { path } = openApp("/app/developer-hub");
  fireEvent.click(await screen.findByRole("link", { name: "Continue" }));
  expect(await screen.findByLabelText("Payout rate")).toHaveProperty("value", "8");
  await fill({ "Payout rate": "9" });
  await screen.findByText("The draft is saved.");
  expect(puts(calls)).toMatchObject([
    {
      name: `PUT /api/campaigns/drafts/${id}`,
      body: { step: 2, fields: { payoutRate: "9", gameTitle: "Tower of Tests", gameUrl: "" } },
    },
  ]);
  expect(path()).toBe("/app/campaigns/create?step=2");
  press("Save Draft");
  await screen.findByText("Draft saved.");
  await waitFor(() => expect(path()).toBe("/app/developer-hub"));
  expect(sessionStorage.getItem("campaign-draft")).toBeNull();
});

it("asks before it deletes a draft", async () => {
  const id = "01900000-0000-7000-8000-0000000000d1";
  const { replies, withDraft } = draftServer();
  stubApi({ ...replies, ...withDraft(id, {}) });
  openApp("/app/developer-hub");
  fireEvent.click(await screen.findByRole("button", { name: "Delete" }));
  fireEvent.click(await screen.findByRole("button", { name: "Keep" }));
  fireEvent.click(await screen.findByRole("button", { name: "Delete" }));
  fireEvent.click(await screen.findByRole("button", { name: "Delete this draft" }));
  await screen.findByText("Draft deleted");
  await waitFor(() => expect(screen.queryByText("Tower of Tests")).toBeNull());
});

it("says that a draft is gone, and that one could not be saved", async () => {
  const { replies, withDraft } = draftServer();
  stubApi({ ...replies, ...withDraft("gone") });
  openApp("/app/campaigns/create?draft=gone");
  await screen.findByText("Draft not found");
  cleanup();
  openApp("/app/campaigns/create");
  await fill({ "Game title": "Tower" });
  await screen.findByText(/^The draft is not saved: /);
  expect(sessionStorage.getItem("campaign-draft")).toContain("Tower");
});

it("never shows a draft to another account, or after the logout", async () => {
  stubApi({ ...signedIn });
  openApp("/app/campaigns/create");
  await fill({ "Game title": "Secret Game" });
  cleanup();
  const other = { ...user, _id: "01900000-0000-7000-8000-000000000002" };
  stubApi({ "GET /api/auth/me": item({ user: other }) });
  openApp("/app/campaigns/create");
  expect(await screen.findByLabelText("Game title")).toHaveProperty("value", "");
  cleanup();
  stubApi({ ...signedIn });
  openApp("/app/campaigns/create");
  expect(await screen.findByLabelText("Game title")).toHaveProperty("value", "Secret Game");
  const [logout] = screen.getAllByText("Logout");
  if (logout) fireEvent.click(logout);
  await screen.findByRole("button", { name: "Sign In" });
  expect(sessionStorage.length).toBe(0);
});

it("does not show a visitor's draft to an account that did not come to launch it", async () => {
  localStorage.clear();
  stubApi({});
  openApp("/app/campaigns/create");
  await fill({ "Game title": "Secret Game" });
  cleanup();
  localStorage.setItem("token", "secret");
  stubApi({ ...signedIn });
  openApp("/app/campaigns/create");
  expect(await screen.findByLabelText("Game title")).toHaveProperty("value", "");
});

it("opens a copy of the account's own campaign, and launches it with its draft", async () => {
  const own = { ...campaign, createdBy: { ...campaign.createdBy, _id: user._id } };
  const calls = stubApi({
    ...signedIn,
    ...emptyMarket,
    ...wallet,
    [`GET /api/campaigns/${campaign._id}`]: item(own),
    "POST /api/campaigns": { status: 201, body: { message: LAUNCHED, data: own } },
  });
  openApp(`/app/campaigns/create?copy=${campaign._id}`);
  expect(await screen.findByLabelText("Game title")).toHaveProperty("value", "Tower");
  press("Continue");
  expect(await screen.findByLabelText("Payout rate")).toHaveProperty("value", "1.5");
  press("Continue");
  const year = new Date().getFullYear();
  await fill({ "Start date": `${year}-01-01`, "End date": `${year + 1}-02-01` });
  press("Deploy");
  await screen.findByText(LAUNCHED);
  const launched = calls.find((call) => call.name === "POST /api/campaigns")?.body;
  expect(launched).toMatchObject({ gameTitle: "Tower", payoutPerClick: 0.0015 });
  expect((launched as { draftId: string }).draftId).toMatch(/^[0-9a-f-]{36}$/);
});

it("does not copy a campaign of somebody else", async () => {
  stubApi({ ...signedIn, [`GET /api/campaigns/${campaign._id}`]: item(campaign) });
  openApp(`/app/campaigns/create?copy=${campaign._id}`);
  await screen.findByText("This is not your campaign.");
});

it("focuses the first wrong field that is shown, in each step", async () => {
  stubApi({ ...signedIn, ...wallet });
  openApp("/app/campaigns/create");
  await screen.findByLabelText("Game URL");
  press("Continue");
  expect(document.activeElement).toBe(screen.getByLabelText("Game URL"));
  await fill({ "Game URL": "https://www.roblox.com/games/1", "Game title": "Tower" });
  press("Continue");
  expect(document.activeElement).toBe(screen.getByLabelText("Description"));
  await fill({ Description: "Climb.", "Target audience": "Climbers" });
  press("Continue");
  expect(document.activeElement?.textContent).toBe(genres[0]);
  press("Obby");
  press("Continue");
  await fill({ "Payout rate": "$1.50", "Per day (optional)": "nothing" });
  press("Continue");
  expect(document.activeElement).toBe(screen.getByLabelText("Per day (optional)"));
  await fill({ "Per day (optional)": "" });
  press("Continue");
  await screen.findByLabelText("Start date");
  press("Deploy");
  expect(document.activeElement).toBe(screen.getByLabelText("Start date"));
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
