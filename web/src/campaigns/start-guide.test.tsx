import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/preact";
import { beforeEach, expect, it, vi } from "vitest";
import { openApp } from "../testing/open-app";
import {
  emptyMarket,
  joinedCampaign,
  list,
  ownCampaign,
  signedIn,
  stubApi,
  user,
} from "../testing/stub-api";
import { summary, wallet } from "../testing/stub-wallet";
import { endGuide, isGuideEnded } from "./start-guide";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem("token", "secret");
  vi.unstubAllGlobals();
});

const CREATOR = "Earn your first dollar";
const DEVELOPER = "Bring players to your game";

function openCreatorHub(stats: object = {}, more: object = {}) {
  const none = { totalEarnings: 0, totalClicks: 0, activeLinks: 0, pendingPayout: 0 };
  const dashboard = { body: { stats: { ...none, judgedUpTo: null, ...stats } } };
  stubApi({ ...signedIn, ...emptyMarket, "GET /api/users/dashboard": dashboard, ...more });
  return openApp("/app/creator-hub");
}

function openDeveloperHub(campaigns: object[]) {
  stubApi({
    ...signedIn,
    ...wallet,
    "GET /api/wallet/summary": { body: { ...summary, walletBalance: 0 } },
    "GET /api/campaigns/my-campaigns": list(campaigns),
  });
  return openApp("/app/developer-hub");
}

/** Unfolds the line of steps, of which one is the next; a developer's is open. */
async function findNextStep(title: string, word: string) {
  const guide = await screen.findByRole("region", { name: title });
  const line = guide.querySelector("summary") as HTMLElement;
  expect(line.querySelector("[aria-current=step]")?.textContent).toBe(word);
  expect(guide.querySelector("details")).toHaveProperty("open", title === DEVELOPER);
  if (title === CREATOR) fireEvent.click(line);
  return within(guide);
}

it("leads a creator from joining to the bank, one step at a time", async () => {
  openCreatorHub();
  (await findNextStep(CREATOR, "Join")).getByText("Join a campaign");
  cleanup();

  const links = { "GET /api/campaigns/joined": list([joinedCampaign]) };
  const { path } = openCreatorHub({ activeLinks: 1 }, links);
  const posting = await findNextStep(CREATOR, "Post");
  posting.getByText("Post your link");
  fireEvent.click(posting.getByRole("button", { name: "Show my link" }));
  await screen.findByRole("button", { name: "Copy Link" });
  expect(path()).toBe("/app/creator-hub?tab=mine");
  cleanup();

  openCreatorHub({ activeLinks: 1, totalClicks: 3 });
  (await findNextStep(CREATOR, "Get paid")).getByText("Get your first paid click");
  cleanup();

  openCreatorHub({ activeLinks: 1, totalClicks: 3, totalEarnings: 0.01 });
  const bank = await findNextStep(CREATOR, "Bank");
  expect(bank.getByRole("link", { name: "Go to payouts" })).toHaveProperty(
    "pathname",
    "/app/payments",
  );
});

it("leads a developer from the first campaign to its first valid click", async () => {
  openDeveloperHub([]);
  await findNextStep(DEVELOPER, "Describe");
  // The hub's own button is enough.
  const creating = screen.getAllByRole("link", { name: /^Create (a )?campaign$/i });
  expect(creating.map((link) => link.textContent)).toEqual(["Create Campaign"]);
  cleanup();

  const campaign = { ...ownCampaign, totalClicks: 0, clicks: { ...ownCampaign.clicks, valid: 0 } };
  openDeveloperHub([{ ...campaign, status: "AWAITING_FUNDS", budget: 15 }]);
  const paying = await findNextStep(DEVELOPER, "Pay");
  await paying.findByRole("button", { name: "Pay $15.00 and launch" });
  cleanup();

  openDeveloperHub([campaign]);
  (await findNextStep(DEVELOPER, "Share")).getByRole("button", { name: "Share with creators" });
  cleanup();

  openDeveloperHub([{ ...campaign, status: "ENDED" }]);
  await findNextStep(DEVELOPER, "Describe");
  cleanup();

  openDeveloperHub([{ ...campaign, totalClicks: 1 }]);
  (await findNextStep(DEVELOPER, "First click")).getByRole("link", { name: "Open campaign" });
});

it("leads a developer from the Creator Hub on, unless it was chosen", async () => {
  vi.spyOn(navigator, "language", "get").mockReturnValue("es-MX");
  openCreatorHub({}, { "GET /api/campaigns/my-campaigns": list([ownCampaign]) });
  const back = await screen.findByRole("link", { name: "Open Developer Hub" });
  expect(back).toHaveProperty("pathname", "/app/developer-hub");
  expect(screen.queryByText(/^Stripe cannot pay out/)).toBeNull();
  await screen.findByRole("link", { name: "Overview" });
  fireEvent.click(screen.getAllByRole("link", { name: "Creator Hub" })[0] as Element);
  await screen.findByRole("link", { name: "Discover" });
  expect(screen.queryByRole("link", { name: "Open Developer Hub" })).toBeNull();
});

it("stays hidden for the account that hid it, and shows itself to another", async () => {
  openCreatorHub();
  await findNextStep(CREATOR, "Join");
  fireEvent.click(screen.getByRole("button", { name: "Hide this guide" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: CREATOR })).toBeNull());
  cleanup();

  openCreatorHub();
  await screen.findByText("No campaigns available at the moment. Check back later!");
  expect(isGuideEnded("creator", user._id)).toBe(true);
  expect(isGuideEnded("developer", user._id)).toBe(false);
  expect(isGuideEnded("creator", "another")).toBe(false);
});

it("ends for good once everything is done", async () => {
  const body = { status: "success", data: { user: { ...user, stripeAccountVerified: true } } };
  const done = { activeLinks: 1, totalClicks: 3, totalEarnings: 0.01 };
  openCreatorHub(done, { "GET /api/auth/me": { body } });
  await waitFor(() => expect(isGuideEnded("creator", user._id)).toBe(true));
  expect(screen.queryByRole("region", { name: CREATOR })).toBeNull();
});

it("keeps the choices of ten accounts at most", () => {
  for (let person = 0; person < 12; person += 1) endGuide("creator", `p${person}`);
  endGuide("creator", "p11");
  expect(isGuideEnded("creator", "p1")).toBe(false);
  expect(isGuideEnded("creator", "p2")).toBe(true);
  expect(isGuideEnded("creator", "p11")).toBe(true);
});
