import { reasonCategory, reasonRule } from "@fairclick/core/clicks/reasons";
import { policy } from "@fairclick/core/clicks/release-policy";
import type {} from "@fairclick/dev/setup/chromium";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { launchBrowser, openPerson, type Person } from "./browser";
import { findBarriers } from "./find-barriers";
import { MAX_SCRIPT_BYTES, measureScript, measureSpanishScript } from "./script-size";
import { type Account, addAccount, addCampaign, call, fundWallet } from "./spec/market";
import { removeDataDir, type Stack, startStack } from "./stack";
import { declaredBots, follow, people, type Visitor } from "./visitors";

const WINDOW_SECONDS = 3;
const env = {
  CLICK_WINDOW_SECONDS: String(WINDOW_SECONDS),
  TRUSTED_PROXIES: "127.0.0.0/8,::1/128",
};

let stack: Stack;
let browser: Browser;
let creator: Account;
let developer: Account;
let campaignId: string;
let person: Person;
let clicks: Locator;
let link: string;
const requested: string[] = [];
/** Between two clicks, and until a page that opens has loaded what it needs. */
const PAUSE_MS = 2_000;
/** Longer than the 30 seconds after which queries without news poll. */
const QUIET_MS = 50_000;
const opened: Awaited<ReturnType<typeof openCounted>>[] = [];
/** When the pages were all open, and how much the link's page had requested by then. */
let quietFrom = { at: 0, requests: 0 };

beforeAll(async () => {
  stack = await startStack({ env });
  browser = await launchBrowser(inject("chromium").executablePath);
  developer = await addAccount(stack, "developer");
  await fundWallet(stack, developer, 20);
  campaignId = (await addCampaign(stack, developer)).id;
  creator = await addAccount(stack, "creator");
  const { token } = creator;
  await call(stack, ["POST", `/api/campaigns/join/${campaignId}`], { token });
  link = `${stack.appUrl}/api/clicks/redirect/${campaignId}?userId=${creator.id}`;
  person = await openPerson(browser, stack.appUrl);
  person.page.on("request", (request) => requested.push(request.url()));
  await person.context.addInitScript((kept) => localStorage.setItem("token", kept), token);
  await person.page.goto(`/app/links/${campaignId}`);
  clicks = person.page.getByRole("list", { name: "Clicks of this link" });
  await person.page.getByText("Live: new clicks appear automatically").waitFor();
});

afterAll(async () => {
  await browser?.close();
  await stack?.stop();
  if (stack) removeDataDir(stack);
});

async function visit(visitors: Visitor[]): Promise<void> {
  for (const visitor of visitors) expect((await follow(link, visitor)).status).toBe(302);
}

/** Opens a page that stays open, and lists its calls of the API apart from the stream of events. */
async function openCounted({ token }: Account, path: string) {
  const { page, context } = await openPerson(browser, stack.appUrl);
  await context.addInitScript((kept) => localStorage.setItem("token", kept), token);
  const calls: string[] = [];
  page.on("request", (request) => {
    if (isApiCall(request.url())) calls.push(request.url());
  });
  const stream = page.waitForRequest(/\/api\/events\?/, { timeout: 60_000 });
  await page.goto(`/app/${path}`);
  await stream;
  return { path, context, calls };
}

const isApiCall = (url: string) => /^\/api\/(?!events$)/.test(new URL(url).pathname);

describe("the link page, without a reload", () => {
  it("shows a pending click, and then that it was paid", async () => {
    await visit(people(1));
    const click = clicks.getByRole("listitem").first();
    await click.getByText("PENDING").waitFor();
    await click.getByText("VALID").waitFor({ timeout: 60_000 });
    await click.getByText("$0.0015").waitFor();
    const receipt = person.page.getByRole("region", { name: "Receipt" });
    await receipt.getByText("$0.0015", { exact: true }).first().waitFor();
    await receipt.getByText(/Judged up to \d\d:\d\d:\d\d/).waitFor();
  });

  it("opens an invalid click to explain its rule, by keyboard too", async () => {
    await visit(declaredBots(1));
    const click = clicks.getByRole("listitem").first();
    await click.getByText(`· ${reasonCategory("known_bot")}`).waitFor({ timeout: 60_000 });
    const numbers = { ...policy, windowSeconds: WINDOW_SECONDS };
    const rule = click.getByText(reasonRule("known_bot", numbers) ?? "");
    expect(await rule.isVisible()).toBe(false);
    await click.locator("summary").first().focus();
    await person.page.keyboard.press("Enter");
    await rule.waitFor();
  });

  it("keeps the stamp in place while a click opens, on a phone too", async () => {
    const { page } = person;
    const click = clicks.getByRole("listitem").first();
    const size = page.viewportSize() ?? { width: 1280, height: 720 };
    const summary = click.locator("summary").first();
    const offset = async () => {
      const [row, stamp] = await Promise.all([
        click.boundingBox(),
        summary.locator(".stamp").boundingBox(),
      ]);
      return Math.round((stamp?.y ?? 0) - (row?.y ?? 0));
    };
    await page.setViewportSize({ width: 390, height: 900 });
    const open = await offset();
    await summary.click();
    expect(await offset()).toBe(open);
    await summary.click();
    await page.setViewportSize(size);
  });

  it("accepts an appeal and confirms it", async () => {
    const click = clicks.getByRole("listitem").first();
    await click.getByText(/^Appeal /).click();
    await click
      .getByLabel("Why should they count?")
      .fill("It is a friend who reads in a terminal.");
    await click.getByRole("button", { name: "Send Appeal" }).click();
    await click.getByText(/^You have appealed\. An operator looks at it/).waitFor();
  });

  it("brings clicks to all open pages", async () => {
    const paths: [Account, string][] = [
      [creator, "creator-hub?tab=mine"],
      [creator, "earnings"],
      [creator, "payments"],
      [developer, "developer-hub"],
      [developer, `campaigns/${campaignId}`],
      [developer, `campaigns/${campaignId}?clicks=all`],
    ];
    // One after the other: opened together, they keep two cores busy for too long.
    for (const [account, path] of paths) opened.push(await openCounted(account, path));
    await person.page.waitForTimeout(PAUSE_MS);
    quietFrom = { at: performance.now(), requests: requested.length };
    for (const { calls } of opened) calls.splice(0);
    for (const visitor of people(5).slice(1)) {
      await visit([visitor]);
      await person.page.waitForTimeout(PAUSE_MS);
    }
    const receipt = person.page.getByRole("region", { name: "Receipt" });
    await receipt.getByText("$0.0075", { exact: true }).first().waitFor({ timeout: 30_000 });
  });
});

describe.each(["light", "dark"] as const)("in %s, at 320 px", (colorScheme) => {
  it.each(["links", "campaigns"])(
    "the page of /app/%s passes the accessibility checks",
    async (folder) => {
      const { page, context } = await openPerson(browser, stack.appUrl);
      const { token } = folder === "links" ? creator : developer;
      await context.addInitScript((kept) => localStorage.setItem("token", kept), token);
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width: 320, height: 900 });
      await page.goto(`/app/${folder}/${campaignId}`);
      await page
        .getByText(/Judged up to/)
        .first()
        .waitFor();
      if (folder === "links") await page.getByText("Clicks over time").first().click();
      await page.getByText("As a table").first().click();
      expect(await findBarriers(page)).toEqual([]);
      const wider = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
      expect(await page.evaluate(wider)).toBe(false);
      await context.close();
    },
  );
});

describe("the pages that stayed open", () => {
  it("have made no call since the clicks came: the stream brought the news", async () => {
    await person.page.waitForTimeout(Math.max(0, quietFrom.at + QUIET_MS - performance.now()));
    const made = Object.fromEntries(opened.map(({ path, calls }) => [path, calls]));
    const ofLink = requested.slice(quietFrom.requests).filter(isApiCall);
    const none = Object.fromEntries(opened.map(({ path }) => [path, []]));
    expect({ ...made, link: ofLink }).toEqual({ ...none, link: [] });
    await Promise.all(opened.map(({ context }) => context.close()));
  });

  it("loads at most 155 kB of script, with its chart", async () => {
    // What its forms load when they are used has gone with the page.
    await person.page.reload();
    await person.page.getByText("Clicks over time", { exact: true }).first().click();
    await person.page.getByRole("figure", { name: "Clicks by verdict over time" }).waitFor();
    const size = await measureScript(person.page);
    expect(size).toBeGreaterThan(100_000);
    expect(size).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
    expect(await measureSpanishScript(person.page)).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
  });

  it("never puts the token into a URL, and logs no error", async () => {
    expect(requested.some((address) => address.includes("/api/events?"))).toBe(true);
    expect(requested.filter((address) => address.includes(creator.token))).toEqual([]);
    expect(person.complaints).toEqual([]);
  });
});

describe("the bell, and its place on a phone, without a reload", () => {
  const onPhone = (page: Page) => page.getByRole("link", { name: /^Notices\s*1\s*unread$/ });
  const bell = (page: Page, unread: string) =>
    page.getByRole("button", { name: unread ? `Notices, ${unread}` : "Notices", exact: true });
  let payer: Account;
  let page: Page;

  beforeAll(async () => {
    payer = await addAccount(stack, "payer");
    const opened = await openPerson(browser, stack.appUrl);
    await opened.context.addInitScript((kept) => localStorage.setItem("token", kept), payer.token);
    page = opened.page;
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto("/app/creator-hub");
    await bell(page, "").waitFor();
  });

  it("counts a new notice, opens it by keyboard, and leads to its place", async () => {
    await fundWallet(stack, payer, 10);
    await bell(page, "1 unread notice").waitFor();
    await page.setViewportSize({ width: 390, height: 900 });
    await onPhone(page).waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    await bell(page, "1 unread notice").press("Enter");
    const panel = page.getByRole("region", { name: "Notices" });
    await panel.getByText("$10.00 arrived in your wallet").waitFor();
    await bell(page, "").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "hidden" });
    expect(await page.locator("button:focus").getAttribute("aria-label")).toBe("Notices");
    await page.keyboard.press("Enter");
    await panel.getByRole("link", { name: "Open payments" }).click();
    await page.waitForURL("**/app/payments");
    await panel.waitFor({ state: "hidden" });
  });

  it("counts on after the server was stopped and started again", async () => {
    const { dataDir, appUrl } = stack;
    await stack.stop();
    stack = await startStack({ dataDir, env: { ...env, PORT: new URL(appUrl).port } });
    await fundWallet(stack, payer, 20);
    await bell(page, "1 unread notice").waitFor({ timeout: 60_000 });
    await page.setViewportSize({ width: 390, height: 900 });
    await onPhone(page).waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    await bell(page, "1 unread notice").click();
    const panel = page.getByRole("region", { name: "Notices" });
    await panel.getByText("$20.00 arrived in your wallet").waitFor();
    expect(await panel.getByText("New").count()).toBe(1);
    await panel.getByRole("link", { name: "Show all" }).click();
    await page.getByRole("heading", { name: "Notices" }).waitFor();
  });
});
