import { readFileSync } from "node:fs";
import { join } from "node:path";
import type {} from "@fairclick/dev/setup/chromium";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject, it } from "vitest";
import { launchBrowser, openPerson, type Person, readToken } from "./browser";
import { addAccount, addCampaign, call, fundWallet } from "./spec/market";
import { removeDataDir, type Stack, startStack } from "./stack";

const AWAY = /The server does not answer\. Figures are from \d\d:\d\d\. We keep trying\./;

let stack: Stack;
let browser: Browser;
let person: Person;

beforeAll(async () => {
  // One process answers, so that to freeze it silences the server.
  stack = await startStack({ env: { PROCESSES: "1" } });
  browser = await launchBrowser(inject("chromium").executablePath);
  const developer = await addAccount(stack, "developer");
  await fundWallet(stack, developer, 20);
  const { id } = await addCampaign(stack, developer);
  const { token } = await addAccount(stack, "creator");
  await call(stack, ["POST", `/api/campaigns/join/${id}`], { token });
  person = await openPerson(browser, stack.appUrl);
  await person.context.addInitScript((kept) => localStorage.setItem("token", kept), token);
});

afterEach(() => signal("SIGCONT"));

afterAll(async () => {
  await browser?.close();
  await stack?.stop();
  if (stack) removeDataDir(stack);
});

function signal(name: "SIGSTOP" | "SIGCONT" | "SIGKILL"): void {
  const pids = JSON.parse(readFileSync(join(stack.dataDir, "processes.json"), "utf8"));
  process.kill(pids.api, name);
}

/** Waits until the page has received its first beat: from then on it notices a silent server. */
async function open(path: string, heading: string): Promise<Page> {
  const { page } = person;
  const live = page.waitForResponse("**/api/events*");
  await page.goto(path);
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  await live;
  await page.waitForTimeout(1_500);
  return page;
}

async function expectBar(page: Page): Promise<void> {
  await page.getByText(AWAY).waitFor();
}

it("says that a frozen server is away, and keeps what is shown and typed", async () => {
  const page = await open("/app/campaigns/create", "Create Campaign");
  await page.getByLabel("Game title").fill("Tower of Ice");
  signal("SIGSTOP");
  await expectBar(page);
  await page.getByLabel("Description").fill("Climb while it is frozen.");
  await page.waitForTimeout(3_000);
  signal("SIGCONT");
  await page.getByText(AWAY).waitFor({ state: "detached" });
  // The stream opens again before the next page is opened.
  await page.waitForTimeout(1_500);
  expect(await page.getByLabel("Game title").inputValue()).toBe("Tower of Ice");
  expect(await page.getByLabel("Description").inputValue()).toBe("Climb while it is frozen.");
});

it("puts out the live mark, and opens a page that was loaded before with its figures", async () => {
  const page = await open("/app/creator-hub?tab=mine", "Creator Hub");
  await page.getByRole("link", { name: "See Clicks" }).click();
  await page.getByText("Live: new clicks appear automatically").waitFor();
  signal("SIGSTOP");
  await expectBar(page);
  await page.getByText("Connecting...").waitFor();
  await page.getByRole("link", { name: "My Campaigns" }).click();
  await page.getByRole("heading", { level: 1, name: "Creator Hub" }).waitFor();
  await page.getByRole("link", { name: "See Clicks" }).waitFor();
  await expectBar(page);
  signal("SIGCONT");
  await page.getByText(AWAY).waitFor({ state: "detached" });
});

it("shows a page of its own if a page's code cannot be loaded, and its content after a retry", async () => {
  const page = await open("/app/creator-hub", "Creator Hub");
  await page.route("**/assets/**", (route) => route.abort());
  await page.getByRole("link", { name: "Developer Hub" }).first().click();
  await page.getByText("The code of this page could not be loaded.").waitFor();
  await page.unroute("**/assets/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { level: 1, name: "Developer Hub" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/app/developer-hub");
});

it("answers and shows the last page while the code and the figures of pages come late", async () => {
  const lateMs = [0, 900, 400, 1_500, 0, 250, 2_000, 50, 1_200, 700];
  let requests = 0;
  const late = "**/{assets/*.js,api/**}";
  const { page } = person;
  const failures: string[] = [];
  const note = ({ message }: Error) => void failures.push(message);
  page.on("pageerror", note);
  await page.route(late, async (route) => {
    const ms = lateMs[requests++ % lateMs.length] ?? 0;
    await new Promise((resolve) => setTimeout(resolve, ms));
    await route.continue().catch(() => {});
  });
  await page.goto("/app/payments", { waitUntil: "commit" });
  const links = ["Developer Hub", "Creator Hub", "Payments", "Earnings", "Profile", "API"];
  const pauses = [500, 20, 700, 450, 100, 600, 550, 0, 300];
  for (const [turn, pauseMs] of pauses.concat(pauses).entries()) {
    const name = links[(turn * 5) % links.length] ?? "";
    const link = page.locator("header").getByText(name, { exact: true }).first();
    await link.waitFor({ state: "attached" });
    await link.dispatchEvent("click");
    await page.waitForTimeout(pauseMs);
  }
  await page.locator("header").getByRole("link", { name: "Creator Hub" }).click();
  await page.getByRole("heading", { level: 1, name: "Creator Hub" }).waitFor();
  await page
    .getByRole("article")
    .or(page.getByText(/^No campaigns available/))
    .first()
    .waitFor();
  expect(failures).toEqual([]);
  page.off("pageerror", note);
  await page.unroute(late);
});

it("keeps the session while the server is killed and starts again", async () => {
  const page = await open("/app/payments", "Payments");
  const token = await readToken(page);
  await page.route("**/api/**", (route) => route.abort());
  signal("SIGKILL");
  await expectBar(page);
  await page.unroute("**/api/**");
  await page.getByText(AWAY).waitFor({ state: "detached", timeout: 60_000 });
  await page.getByRole("heading", { level: 1, name: "Payments" }).waitFor();
  expect(await readToken(page)).toBe(token);
});

it("shows a retry while the session cannot be checked, and does not sign out", async () => {
  const { page } = person;
  await page.route("**/api/auth/me", (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.goto("/app/wallet");
  await page.getByRole("alert").getByText("Failed to verify authentication").waitFor();
  const token = await readToken(page);
  expect(token).not.toBe("");
  await page.unroute("**/api/auth/me");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await readToken(page)).toBe(token);
});
