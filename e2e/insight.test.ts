import type {} from "@fairclick/dev/setup/chromium";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { launchBrowser, openPerson, type Person } from "./browser";
import { findBarriers } from "./find-barriers";
import { type GameServer, reachGame, startGameServer } from "./game-server";
import { removeDataDir, type Stack, startStack } from "./stack";

/** A title that a banner must render correctly. */
const TITLE = 'Tower <of> "Fun" & 塔 ☃';

/** True if the chosen tab is not within the screen. */
const HIDES_TAB = `[...document.querySelectorAll('[role="tab"][aria-selected="true"]')]
  .some((tab) => tab.getBoundingClientRect().right > innerWidth)`;

let stack: Stack;
let browser: Browser;
let game: GameServer;
let developer: Person;
let creator: Person;
let campaignId: string;

beforeAll(async () => {
  stack = await startStack({
    env: {
      CLICK_WINDOW_SECONDS: "2",
      TRUSTED_PROXIES: "127.0.0.0/8,::1/128",
      TRUSTED_HOSTS: "tower.game.example.com",
    },
  });
  browser = await launchBrowser(inject("chromium").executablePath, [reachGame]);
  game = startGameServer(stack.appUrl);
  developer = await signUp("dana");
  creator = await signUp("chris");
});

afterAll(async () => {
  await browser?.close();
  await game?.stop();
  await stack?.stop();
  if (stack) removeDataDir(stack);
});

async function api<Answer>(person: Person | null, path: string, json?: unknown): Promise<Answer> {
  const token = await person?.page.evaluate(() => localStorage.getItem("token"));
  const answer = await fetch(`${stack.appUrl}${path}`, {
    method: json === undefined ? "GET" : "POST",
    headers: {
      "content-type": "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  expect(answer.ok, `${path}: ${answer.status}`).toBe(true);
  return (await answer.json()) as Answer;
}

async function signUp(username: string): Promise<Person> {
  const person = await openPerson(browser, stack.appUrl);
  const { data } = await api<{ data: { token: string } }>(null, "/api/auth/register", {
    username,
    email: `${username}@example.com`,
    password: "correct horse",
    termsVersion: 1,
  });
  await person.page.goto("/login");
  await person.page.evaluate((token) => localStorage.setItem("token", token), data.token);
  return person;
}

/**
 * Opens a page on a phone with matching user agent and client hints. The hints of a headless shell
 * name it, which would make the click invalid.
 */
async function openVisitor(): Promise<Page> {
  const [major = ""] = browser.version().split(".");
  const context = await browser.newContext({ isMobile: true });
  await context.route(`${stack.appUrl}/**`, async (route) => {
    const headers = { ...route.request().headers(), "x-forwarded-for": "81.2.70.9" };
    await route.continue({ headers });
  });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send("Emulation.setUserAgentOverride", {
    userAgent: `Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Mobile Safari/537.36`,
    userAgentMetadata: {
      brands: [{ brand: "Chromium", version: major }],
      platform: "Android",
      platformVersion: "15",
      architecture: "",
      model: "Pixel 9",
      mobile: true,
    },
  });
  return page;
}

const day = (offset: number) =>
  new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

describe("from a banner to a player", () => {
  it("a developer funds a campaign, and a creator joins it", async () => {
    const { page } = developer;
    await page.goto("/app/payments");
    await page.getByRole("button", { name: "Add Funds" }).click();
    await page.getByRole("button", { name: "$50", exact: true }).click();
    await page.getByRole("button", { name: "Proceed to Payment" }).click();
    await page.getByRole("button", { name: "Pay $50.00" }).click();
    await page.getByText("Payment Successful!").waitFor();
    const { data } = await api<{ data: { _id: string } }>(developer, "/api/campaigns", {
      gameTitle: TITLE,
      description: "Climb.",
      gameUrl: game.gameUrl,
      payoutPerClick: 0.0015,
      budget: 15,
      startDate: day(-1),
      endDate: day(7),
      conversionTips: "Show the last jump.",
      tags: ["Obby"],
      targetAudience: "Everyone",
    });
    campaignId = data._id;
    await api(creator, `/api/campaigns/join/${campaignId}`, {});
  });

  it("the developer creates a key, sees it once, and tests it", async () => {
    const { page } = developer;
    await page.goto(`/app/campaigns/${campaignId}/settings#keys`);
    await page.getByText("Nothing received yet.").waitFor();
    await page.getByLabel("Name of a new key").fill("Game server");
    await page.getByRole("button", { name: "Create key" }).click();
    game.key = (await page.getByTestId("fresh-token").textContent()) ?? "";
    expect(game.key).toMatch(/^fcc_/);
    await page.getByText(`local KEY = "${game.key}"`).waitFor();
    await page.getByRole("button", { name: "Send a test event" }).click();
    await page.getByText(/^Received: test of joined with Game server/).waitFor();
    await page.reload();
    await page.getByText("Game server", { exact: true }).waitFor();
    expect(await page.content()).not.toContain(game.key);
  });

  it("on a phone each event's name stays on one line", async () => {
    const { page } = developer;
    const size = page.viewportSize() ?? { width: 1280, height: 720 };
    await page.setViewportSize({ width: 390, height: 900 });
    await page.getByLabel("Another event").fill("purchase");
    await page.getByRole("button", { name: "Add event" }).click();
    await page.getByRole("button", { name: "Make it the conversion: purchase" }).waitFor();
    const name = await page.getByText("purchase", { exact: true }).boundingBox();
    expect(name?.height).toBeLessThan(30);
    await page.getByRole("button", { name: "Remove the event purchase" }).click();
    await page.getByText("purchase", { exact: true }).waitFor({ state: "detached" });
    await page.setViewportSize(size);
  });

  it("a visitor sees the creator's banner on another page and follows it to the game", async () => {
    const { page } = creator;
    await page.goto(`/app/links/${campaignId}`);
    await page.getByText("More ways to share").click();
    await page.getByText("Banner for your own page").click();
    game.embed = (await page.locator("pre code").first().textContent()) ?? "";
    const blog = await openVisitor();
    await blog.goto(`${game.url}/blog`);
    const width = () => blog.evaluate<number>("document.querySelector('img').naturalWidth");
    await expect.poll(width).toBe(600);
    await blog.locator("img").click();
    await blog.getByText("You are in the game").waitFor();
    expect(new URL(blog.url()).searchParams.get("fc_click")).toMatch(/^[0-9a-f-]{36}$/);
    await blog.context().close();
  });

  it("the game server's report counts once its click is valid", async () => {
    await expect.poll(() => game.results).toContain("accepted");
    const { page } = developer;
    await page.getByRole("link", { name: "Back to the campaign" }).click();
    await page.getByRole("tab", { name: "Conversions" }).click();
    const conversions = page.getByRole("region", { name: "Conversions", exact: true });
    const row = conversions.getByRole("row", { name: /chris/ });
    await row.getByText("(100%)").waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: "More about this campaign" }).click();
    await page.getByRole("link", { name: "Keys and events" }).click();
    await page.getByText(/^Received: joined,/).waitFor();
    const { data } = await api<{ data: Conversions }>(
      developer,
      `/api/campaigns/${campaignId}/conversions`,
    );
    expect(data).toMatchObject({ conversions: 1, conversionRate: 100, costPerConversion: 0.0015 });
  });

  it("the creator sees impressions, click-through rate and conversions", async () => {
    await expect.poll(async () => (await ofLink()).impressions).toBe(1);
    expect(await ofLink()).toMatchObject({ ctr: 100, conversions: 1 });
    const { page } = creator;
    await page.reload();
    await page.getByText("Players and conversions").click();
    await page.getByText("loads of your banner").waitFor();
    await page.getByText("100%").first().waitFor();
  });

  it("both find it on its day and under its origin", async () => {
    for (const { page, path } of [
      { page: developer.page, path: `/app/campaigns/${campaignId}?section=conversions` },
      { page: creator.page, path: `/app/links/${campaignId}` },
    ]) {
      await page.goto(path);
      if (page === creator.page) {
        await page.getByText("Players and conversions").click();
        await page.getByText("Where clicks came from").click();
      }
      const overTime = page.getByRole("region", { name: "Impressions and conversions over time" });
      await overTime.getByText("As a table").click();
      const cells = overTime.getByRole("row").last().getByRole("cell");
      expect(await cells.allTextContents()).toEqual(["1", "1", "100%", "1", "1", "100%"]);
      if (page === developer.page) await page.getByRole("tab", { name: "Clicks" }).click();
      const origins = page.getByRole("region", { name: "Where clicks came from" });
      await origins.getByRole("button", { name: "Device" }).click();
      await origins.getByRole("row", { name: /^Phone 1 1 0 / }).waitFor();
    }
  });

  it("the pages pass the accessibility checks, on phone and desktop, light and dark", async () => {
    const pages = [
      {
        page: developer.page,
        path: `/app/campaigns/${campaignId}/settings#keys`,
        seen: "Report from your game",
      },
      {
        page: developer.page,
        path: `/app/campaigns/${campaignId}?section=conversions`,
        seen: "Cost per conversion",
      },
      { page: creator.page, path: `/app/links/${campaignId}`, seen: "Judged up to" },
    ];
    const views = [
      { width: 390, colorScheme: "light" },
      { width: 1440, colorScheme: "dark" },
    ] as const;
    const problems: string[] = [];
    for (const { width, colorScheme } of views) {
      for (const { page, path, seen } of pages) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.goto(path);
        await page.getByText(seen).waitFor();
        await page.evaluate(
          "for (const each of document.querySelectorAll('main details')) each.open = true",
        );
        problems.push(...(await findBarriers(page)).map((barrier) => `${path} ${barrier}`));
        const wide = await page.evaluate<number>("document.documentElement.scrollWidth");
        if (wide > width) problems.push(`${path} is wider than the screen`);
        if (await page.evaluate<boolean>(HIDES_TAB)) problems.push(`${path} hides the chosen tab`);
      }
    }
    expect(problems).toEqual([]);
  });

  it("no browser logs an error", () => {
    expect([...developer.complaints, ...creator.complaints]).toEqual([]);
  });
});

type Conversions = { conversions: number; conversionRate: number; costPerConversion: number };
type LinkFigures = { impressions: number; ctr: number; conversions: number };

async function ofLink(): Promise<LinkFigures> {
  const path = `/api/links/${campaignId}/conversions`;
  return (await api<{ data: LinkFigures }>(creator, path)).data;
}
