import { cleanup, fireEvent, screen } from "@testing-library/preact";
import { expect, it } from "vitest";
import { fill, fillAll, LAUNCHED, press, signInForWizard, wallet } from "../testing/fill-wizard";
import { openApp } from "../testing/open-app";
import { campaign, emptyMarket, item, signedIn, stubApi, user } from "../testing/stub-api";

signInForWizard();

it("keeps what was entered over a reload", async () => {
  stubApi({ ...signedIn, ...wallet });
  openApp("/app/campaigns/create?step=2");
  await fill({ "Payout rate": "8" });
  cleanup();
  openApp("/app/campaigns/create?step=2");
  expect(await screen.findByLabelText("Payout rate")).toHaveProperty("value", "8");
});

/** Sends the visitor to sign in, closes the app, and returns the address to open afterwards. */
async function goToSignUp(path: () => string): Promise<string> {
  press("Deploy");
  await screen.findByRole("button", { name: "Continue with Email" });
  const next = new URL(path(), "https://x.example").searchParams.get("next");
  if (!next) throw new Error("The sign-in leads nowhere");
  cleanup();
  return next;
}

/** Fills the wizard without an account and presses Deploy. Returns where the sign-in leads. */
async function fillAsVisitor(): Promise<string> {
  localStorage.clear();
  stubApi({});
  const { path } = openApp("/app/campaigns/create");
  await fillAll();
  return goToSignUp(path);
}

const anotherUser = {
  "GET /api/auth/me": item({ user: { ...user, _id: "01900000-0000-7000-8000-000000000002" } }),
};

/** The wizard, opened once more by the account in these answers. */
async function titleShownTo(answers: Parameters<typeof stubApi>[0]): Promise<string> {
  cleanup();
  stubApi(answers);
  openApp("/app/campaigns/create");
  return (await screen.findByLabelText<HTMLInputElement>("Game title")).value;
}

it("gives a visitor's draft to the account that signs in to launch it, and to no other", async () => {
  const next = await fillAsVisitor();
  localStorage.setItem("token", "secret");
  stubApi({ ...signedIn, ...wallet });
  openApp(next);
  await screen.findByLabelText("Start date");
  press("Back");
  await screen.findByLabelText("Payout rate");
  press("Back");
  await fill({ "Game title": "Tower of Dana" });
  expect(await titleShownTo(anotherUser)).toBe("");
  expect(await titleShownTo({ ...signedIn, ...wallet })).toBe("Tower of Dana");
  expect(screen.getByLabelText("Description")).toHaveProperty("value", "Climb.");
});

it.each(["Log In", "Sign Up"])("keeps a visitor's draft over the bar's %s", async (name) => {
  localStorage.clear();
  stubApi({});
  const { path } = openApp("/app/campaigns/create?step=2");
  await fill({ "Payout rate": "8" });
  fireEvent.click(screen.getByRole("link", { name }));
  await screen.findByText(/Your draft is kept\.$/);
  const next = new URL(path(), "https://x.example").searchParams.get("next") ?? "";
  cleanup();
  localStorage.setItem("token", "secret");
  stubApi({ ...signedIn, ...wallet });
  openApp(next);
  expect(await screen.findByLabelText("Payout rate")).toHaveProperty("value", "8");
});

it("never shows a draft to another account, or after the logout", async () => {
  stubApi({ ...signedIn });
  openApp("/app/campaigns/create");
  await fill({ "Game title": "Secret Game" });
  expect(await titleShownTo(anotherUser)).toBe("");
  expect(await titleShownTo(signedIn)).toBe("Secret Game");
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
  localStorage.setItem("token", "secret");
  expect(await titleShownTo(signedIn)).toBe("");
});

it("does not give the draft of a visitor who left the sign-in to the next who signs in", async () => {
  await fillAsVisitor();
  localStorage.setItem("token", "secret");
  expect(await titleShownTo({ ...signedIn, ...wallet })).toBe("");
});

it("opens a copy of the account's own campaign, launches it and forgets it", async () => {
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
  expect(await screen.findByLabelText("Payout rate")).toHaveProperty("value", "1.50");
  press("Continue");
  const year = new Date().getFullYear();
  await fill({ "Start date": `${year}-01-01`, "End date": `${year + 1}-02-01` });
  press("Deploy");
  await screen.findByText(LAUNCHED);
  const launched = calls.find((call) => call.name === "POST /api/campaigns")?.body;
  expect(launched).toMatchObject({ gameTitle: "Tower", payoutPerClick: 0.0015 });
  expect(sessionStorage.getItem("campaign-draft")).toBeNull();
});

it("does not copy a campaign of somebody else", async () => {
  stubApi({ ...signedIn, [`GET /api/campaigns/${campaign._id}`]: item(campaign) });
  openApp(`/app/campaigns/create?copy=${campaign._id}`);
  await screen.findByText("This is not your campaign.");
});
