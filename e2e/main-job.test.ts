import "@fairclick/dev/setup/chromium";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseRobloxLink } from "@fairclick/core/campaigns/destination";
import { reasonCategory } from "@fairclick/core/clicks/reasons";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { launchBrowser, openPerson, type Person, readToken } from "./browser";
import { removeDataDir, type Stack, startStack } from "./stack";
import { declaredBots, follow, people, repeatClicker } from "./visitors";

const WINDOW_SECONDS = 3;

let stack: Stack;
let browser: Browser;
let developer: Person;
let creator: Person;
let link: string;

beforeAll(async () => {
  stack = await startStack({
    env: {
      CLICK_WINDOW_SECONDS: String(WINDOW_SECONDS),
      TRUSTED_PROXIES: "127.0.0.0/8,::1/128",
      DEPOSIT_HOLD_HOURS: "0",
      WITHDRAWAL_REVIEW: "100",
    },
  });
  browser = await launchBrowser(inject("chromium").executablePath);
  developer = await openPerson(browser, stack.appUrl);
  creator = await openPerson(browser, stack.appUrl);
});

afterAll(async () => {
  await browser?.close();
  await stack?.stop();
  if (stack) removeDataDir(stack);
});

async function call<Answer>(person: Person, path: string): Promise<Answer> {
  const token = await readToken(person.page);
  const answer = await fetch(`${stack.appUrl}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as Answer;
}

function verifyBooks(): { clean: boolean } {
  const run = spawnSync(process.execPath, ["run", "fairclick", "ledger", "verify", "--json"], {
    cwd: join(import.meta.dirname, ".."),
    env: { ...process.env, DATA_DIR: stack.dataDir },
    encoding: "utf8",
  });
  expect(run.status, run.stdout + run.stderr).toBe(0);
  return JSON.parse(run.stdout);
}

describe("the main job", () => {
  it("a developer registers by email", async () => {
    const { page } = developer;
    await page.goto("/register");
    await page.getByRole("button", { name: "Continue with Email" }).click();
    await page.getByLabel("Username").fill("Dana");
    await page.getByLabel("Email").fill("dana@example.com");
    await page.getByLabel("Password", { exact: true }).fill("correct horse");
    await page.getByRole("button", { name: "Create Account" }).click();
    await page.waitForURL("**/app/creator-hub");
  });

  it("a creator signs in with Google", async () => {
    const { page } = creator;
    await page.goto("/register");
    await page.getByRole("link", { name: "Continue with Google" }).click();
    await page.getByRole("button", { name: "Continue as Chris Creator" }).click();
    await page.waitForURL("**/app/creator-hub");
    await page.getByText("Welcome!").waitFor();
  });

  it("the developer adds $50 on the checkout page", async () => {
    const { page } = developer;
    await page.goto("/app/payments");
    await page.getByRole("button", { name: "Add Funds" }).click();
    await page.getByRole("button", { name: "$50", exact: true }).click();
    await page.getByRole("button", { name: "Proceed to Payment" }).click();
    await page.getByRole("button", { name: "Pay $50.00" }).click();
    await page.waitForURL("**/app/payments/success**");
    await page.getByText("Payment Successful!").waitFor();
    await page.goto("/app/developer-hub");
    await page.getByText("$50.00").first().waitFor();
  });

  it("launches a campaign at $1.50 per 1,000 clicks", async () => {
    const { page } = developer;
    await page.goto("/app/campaigns/create");
    await page.getByLabel("Game URL").fill("https://www.roblox.com/games/123/Tower-of-Tests");
    // The address names the game, and a tower is an obby.
    await page.getByRole("button", { name: "Obby", exact: true, pressed: true }).waitFor();
    expect(await page.getByLabel("Game title").inputValue()).toBe("Tower of Tests");
    await page.getByLabel("Description").fill("Climb until the suite is green.");
    await page.getByLabel("Target audience").fill("People who like towers");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByLabel(/Payout rate/).fill("1.50");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByLabel("Start date").fill(day(0));
    await page.getByLabel("End date").fill(day(14));
    await page.getByLabel("Content to display").fill("Show the last jump.");
    await page.getByRole("button", { name: "Deploy" }).click();
    await page
      .getByText(
        "Campaign created successfully! Your campaign is now available for creators to join.",
      )
      .waitFor();
    const me = await call<Me>(developer, "/api/auth/me");
    expect(me.data.user.walletBalance).toBe(35);
  });

  it("the creator joins and copies the link", async () => {
    const { page } = creator;
    await page.goto("/app/creator-hub");
    await page.getByRole("button", { name: "Join campaign" }).click();
    const question = page.getByRole("dialog", { name: "Our terms" });
    await question.getByRole("button", { name: "Accept and continue" }).click();
    await page.getByText("Successfully joined campaign!").waitFor();
    await page.getByRole("tab", { name: "My Campaigns" }).click();
    await page.getByRole("button", { name: "Copy Link" }).click();
    await page.getByText("Link copied to clipboard!").waitFor();
    link = await page.evaluate<string>("navigator.clipboard.readText()");
    expect(link).toMatch(/\/r\/[0-9A-Za-z]{8}$/);
  });

  it("visitors, a repeat clicker and bots follow it, and all of them reach the game", async () => {
    const visitors = [...people(30), ...repeatClicker(6), ...declaredBots(5)];
    const { redirectLink } = await joined();
    expect(redirectLink).toMatch(/\/api\/clicks\/redirect\/[0-9a-f-]{36}\?userId=[0-9a-f-]{36}$/);
    // The short address and the full one are the same link.
    const answers = await Promise.all(
      visitors.map((visitor, at) => follow(at % 2 ? link : redirectLink, visitor)),
    );
    for (const answer of answers) {
      expect(answer.status).toBe(302);
      expect(parseRobloxLink(answer.location ?? "")).toMatchObject({
        form: "place",
        placeId: "123",
        launchData: expect.stringMatching(/^fc_[0-9a-f-]{36}$/),
      });
    }
  });

  it("pays exactly the 30 valid clicks and explains the 11 others", async () => {
    await expect
      .poll(async () => (await joined()).clicks, { interval: 500 })
      .toMatchObject({ total: 41, pending: 0, valid: 30, invalid: 11 });
    expect((await joined()).earnings).toBe(0.045);
    const { data: own } = await call<{ data: Own[] }>(developer, "/api/campaigns/my-campaigns");
    const { data: stats } = await call<{ data: { reasons: Reason[] } }>(
      developer,
      `/api/campaigns/${own[0]?._id}/stats`,
    );
    const refused = stats.reasons.filter((reason) => reason.verdict === "invalid");
    expect(Object.fromEntries(refused.map((reason) => [reason.category, reason.clicks]))).toEqual({
      [reasonCategory("ip_burst")]: 6,
      [reasonCategory("known_bot")]: 5,
    });
    expect(own[0]).toMatchObject({
      budget: 15,
      budgetRemaining: 14.955,
      budgetUsed: 0.045,
      spend: 0.045,
    });
    expect(verifyBooks()).toMatchObject({ clean: true });
  });

  it("shows the creator's earnings", async () => {
    const { page } = creator;
    await page.goto("/app/creator-hub");
    await page.getByText("$0.045").first().waitFor();
  });

  it("the creator connects a payouts account and withdraws", async () => {
    const { page } = creator;
    await page.goto("/app/payments");
    await page.getByRole("button", { name: "Setup Payouts" }).click();
    await page.getByRole("button", { name: "Complete onboarding" }).click();
    await page.getByText("Successfully connected your Stripe account!").waitFor();
    await page.getByRole("button", { name: "Withdraw Funds" }).click();
    await page.getByRole("button", { name: "MAX" }).click();
    await page.getByRole("button", { name: "Request Withdrawal" }).click();
    await page.getByText("Withdrawal request submitted successfully!").waitFor();
    await expect
      .poll(async () => (await call<Summary>(creator, "/api/wallet/summary")).pendingPayouts)
      .toBe(0);
    expect(await call<Summary>(creator, "/api/wallet/summary")).toMatchObject({
      withdrawableBalance: 0,
      totalEarnings: 0.045,
    });
    expect(verifyBooks()).toMatchObject({ clean: true });
  });

  it("logs no console error for anybody but the request that asked for the terms", () => {
    expect(developer.complaints).toEqual([]);
    // Chromium logs every response of 403. A creator who signed up with Google accepts the terms on joining.
    expect(creator.complaints).toEqual([
      expect.stringMatching(/403 \(Forbidden\) \S+\/api\/campaigns\/join\//),
    ]);
  });
});

type Me = { data: { user: { walletBalance: number } } };
type Reason = { verdict: string; category: string; clicks: number };
type Own = {
  _id: string;
  budget: number;
  budgetRemaining: number;
  budgetUsed: number;
  spend: number;
};
type Joined = { clicks: Record<string, number>; earnings: number; redirectLink: string };
type Summary = { withdrawableBalance: number; totalEarnings: number; pendingPayouts: number };

async function joined(): Promise<Joined> {
  const { data } = await call<{ data: Joined[] }>(creator, "/api/campaigns/joined");
  const [only] = data;
  if (!only) throw new Error("The creator has joined nothing");
  return only;
}

function day(fromNow: number): string {
  return new Date(Date.now() + fromNow * 86_400_000).toISOString().slice(0, 10);
}
