import { readFileSync } from "node:fs";
import { join } from "node:path";
import type {} from "@fairclick/dev/setup/chromium";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject, it } from "vitest";
import { launchBrowser, openContext, openPage } from "./browser";
import { addAccount, addCampaign, fundWallet } from "./spec/market";
import { removeDataDir, type Stack, startStack } from "./stack";

const phone = { width: 390, height: 844 };
const DAY_MS = 86_400_000;
/** A program that is killed repeatedly is restarted after pauses of up to 10 s. */
const RESTART_MS = 60_000;
const day = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);

let stack: Stack;
let browser: Browser;
let context: BrowserContext;
let people = 0;

beforeAll(async () => {
  stack = await startStack();
  browser = await launchBrowser(inject("chromium").executablePath);
});

afterEach(() => context?.close());

afterAll(async () => {
  await browser?.close();
  await stack?.stop();
  if (stack) removeDataDir(stack);
});

/** How a person uses the page: presses and types. */
type Hands = {
  press: (target: Locator) => Promise<void>;
  type: (field: Locator, text: string) => Promise<void>;
};

const touch: Hands = {
  press: (target) => target.click(),
  type: (field, text) => field.fill(text),
};

/** Records the presses of buttons and links, not of keys that fill in a field. */
function countPresses(hands: Hands): Hands & { presses: string[] } {
  const presses: string[] = [];
  const press = async (target: Locator) => {
    presses.push((await target.textContent()) ?? "");
    await hands.press(target);
  };
  return { ...hands, press, presses };
}

async function openPhone(): Promise<Page> {
  context = await openContext(browser, { baseURL: stack.appUrl, viewport: phone });
  const { page } = await openPage(context, stack.appUrl);
  return page;
}

async function fillSignUp(page: Page, { press, type }: Hands): Promise<void> {
  people += 1;
  await press(page.getByRole("button", { name: "Continue with Email" }));
  await type(page.getByLabel("Username"), `newcomer-${people}`);
  await type(page.getByLabel("Email"), `newcomer-${people}@example.com`);
  await type(page.getByLabel("Password", { exact: true }), "correct horse");
}

async function fillGame(page: Page, { press, type }: Hands): Promise<void> {
  await type(page.getByLabel("Game URL"), "https://www.roblox.com/games/1");
  await type(page.getByLabel("Game title"), "Lava Tower");
  await type(page.getByLabel("Description"), "Climb.");
  await type(page.getByLabel("Target audience"), "Climbers");
  await press(page.getByRole("button", { name: "Obby", exact: true }));
}

async function fillDates(page: Page, { type }: Hands): Promise<void> {
  await type(page.getByLabel("Start date"), day(0));
  await type(page.getByLabel("End date"), day(7));
  await type(page.getByLabel("Content to display"), "Show the last jump.");
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true });
const signUp = (page: Page) => button(page, "Create Account");
const firstStep = (page: Page) => page.getByRole("link", { name: "Create Campaign" });
const forward = (page: Page) => button(page, "Continue");
const payAndLaunch = (page: Page) => button(page, "Pay $15.00 and launch");
const payAtStripe = (page: Page) => button(page, "Pay $15.00");
const live = (page: Page) => page.getByText(/Lava Tower.*is live/).first();

async function becomeDeveloper(page: Page, hands: Hands): Promise<string[]> {
  const counted = countPresses(hands);
  await page.goto("/register?role=developer");
  await fillSignUp(page, hands);
  await counted.press(signUp(page));
  await counted.press(firstStep(page));
  await fillGame(page, hands);
  await counted.press(forward(page));
  await hands.type(page.getByLabel(/Payout rate/), "1.50");
  await counted.press(forward(page));
  await fillDates(page, hands);
  await counted.press(payAndLaunch(page));
  await hands.press(payAtStripe(page));
  await live(page).waitFor();
  return counted.presses;
}

it("a developer without money is live five presses after the last field of sign-up, on a phone", async () => {
  const page = await openPhone();
  const presses = await becomeDeveloper(page, touch);
  expect(presses).toEqual([
    "Create Account",
    "Create Campaign",
    "Continue",
    "Continue",
    "Pay $15.00 and launch",
  ]);
  await page.getByRole("link", { name: "Open campaign" }).click();
  await page.getByRole("heading", { level: 1, name: /Lava Tower/ }).waitFor();
});

/** What an act takes a person, in seconds. */
const model = { press: 1.3, field: 2, character: 0.3, swipe: 1 };
/** A swipe moves a page by this much of its height. */
const SWIPE = 0.8;

/** Counts all that a person does, and how long that takes by the model. */
function measure(hands: Hands) {
  const sums = { presses: 0, fields: 0, characters: 0, swipes: 0 };
  const see = async (target: Locator) => {
    await target.waitFor();
    const box = await target.boundingBox();
    if (!box) throw new Error(`${target} has no place`);
    const outside = Math.max(0, -box.y, box.y + box.height - phone.height);
    sums.swipes += Math.ceil(outside / (phone.height * SWIPE));
  };
  const measured: Hands = {
    press: async (target) => {
      await see(target);
      sums.presses += 1;
      await hands.press(target);
    },
    type: async (field, text) => {
      await see(field);
      sums.fields += 1;
      sums.characters += text.length;
      await hands.type(field, text);
    },
  };
  const seconds = () =>
    sums.presses * model.press +
    sums.fields * model.field +
    sums.characters * model.character +
    sums.swipes * model.swipe;
  return { ...measured, sums, seconds };
}

it("a developer is live with $500 in 8 presses, 6 fields and 75 seconds of a person", async () => {
  const page = await openPhone();
  await page.goto("/");
  const hands = measure(touch);
  const { press, type, sums, seconds } = hands;
  await press(page.getByRole("link", { name: "Join as Game Developer" }).first());
  await fillSignUp(page, hands);
  await press(signUp(page));
  await press(firstStep(page));
  await type(page.getByLabel("Game URL"), "https://www.roblox.com/games/1818/Lava-Tower");
  await expect.poll(() => page.getByLabel("Game title").inputValue()).toBe("Lava Tower");
  await page.getByText("Clicks can be counted in this game ✓").waitFor();
  await type(page.getByLabel("Description"), "Climb before the lava does.");
  await press(forward(page));
  await type(page.getByLabel(/^Budget/), "500");
  await press(forward(page));
  await press(button(page, "Pay $500.00 and launch"));
  await press(button(page, "Pay $500.00"));
  await live(page).waitFor();
  expect(sums).toMatchObject({ presses: 8, fields: 6 });
  expect(seconds()).toBeLessThanOrEqual(75);
});

async function launchForCreators(): Promise<string> {
  const developer = await addAccount(stack, "developer");
  await fundWallet(stack, developer, 20);
  return (await addCampaign(stack, developer)).name;
}

async function becomeCreator(page: Page, hands: Hands, campaign: string): Promise<string[]> {
  const counted = countPresses(hands);
  await page.goto("/register?role=creator");
  await fillSignUp(page, hands);
  await counted.press(signUp(page));
  await page.getByRole("region", { name: "Earn your first dollar" }).waitFor();
  const card = page.getByRole("article", { name: campaign });
  await counted.press(card.getByRole("button", { name: "Join campaign" }));
  await page.getByText("Link copied to clipboard!").waitFor();
  return counted.presses;
}

it("a creator holds a link two presses after the last field of sign-up, on a phone", async () => {
  const campaign = await launchForCreators();
  const page = await openPhone();
  const presses = await becomeCreator(page, touch, campaign);
  expect(presses).toEqual(["Create Account", "Join campaign"]);
  expect(await page.evaluate<string>("navigator.clipboard.readText()")).toContain(
    `${stack.appUrl}/r/`,
  );
});

/** Kills the server and presses while it is away; presses again once it is back if that failed. */
async function pressWhileKilled(target: Locator, next: Locator): Promise<void> {
  const pids = () => JSON.parse(readFileSync(join(stack.dataDir, "processes.json"), "utf8"));
  const { api: killed } = pids();
  process.kill(killed, "SIGKILL");
  await target.click();
  const isBack = async () => pids().api !== killed && (await answers());
  await expect.poll(isBack, { timeout: RESTART_MS }).toBe(true);
  const again = target.or(target.page().getByRole("button", { name: "Try again" })).first();
  const isOver = async () => {
    if (await next.isVisible()) return true;
    await again.click({ timeout: 1_000 }).catch(() => {});
    return next.isVisible();
  };
  await expect.poll(isOver, { timeout: RESTART_MS }).toBe(true);
}

async function answers(): Promise<boolean> {
  const response = await fetch(`${stack.appUrl}/api/policy`).catch(() => null);
  return response?.ok ?? false;
}

it("a developer gets there while the server is killed at each step that needs it, and types nothing twice", async () => {
  const page = await openPhone();
  await page.goto("/register?role=developer");
  await fillSignUp(page, touch);
  await pressWhileKilled(signUp(page), firstStep(page));
  await pressWhileKilled(firstStep(page), page.getByLabel("Game title"));
  await fillGame(page, touch);
  await forward(page).click();
  await page.getByLabel(/Payout rate/).fill("1.50");
  await forward(page).click();
  await fillDates(page, touch);
  const saved = page.getByRole("region", { name: "Your campaign is saved" });
  await pressWhileKilled(button(page, "Deploy without paying"), saved);
  await page.getByText("Lava Tower").first().waitFor();
  await pressWhileKilled(payAndLaunch(page), payAtStripe(page));
  await payAtStripe(page).click();
  await live(page).waitFor();
});
