import type {} from "@fairclick/dev/setup/chromium";
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { launchBrowser, oneProcess } from "./browser";
import { findBarriers } from "./find-barriers";
import { MAX_SCRIPT_BYTES, measureScript, measureSpanishScript } from "./script-size";
import { addAccount, call } from "./spec/market";
import { removeDataDir, type Stack, startStack } from "./stack";

const publicPages = [
  "/",
  "/login",
  "/forgot-password",
  "/reset-password#x",
  "/second-factor",
  "/verify-email#x",
  "/confirm-email#x",
  "/undo-email#x",
  "/cancel-recovery#x",
  "/register",
  "/campaigns",
  "/rules",
  "/es/campaigns",
  "/terms",
  "/privacy",
  "/contact",
  "/r/unknown",
  "/report",
];
const ownPages = [
  "/app/creator-hub",
  "/app/developer-hub",
  "/app/campaigns",
  "/app/campaigns/create",
  "/app/campaigns/create?step=2",
  "/app/campaigns/create?step=3",
  "/app/payments",
  "/app/payments?dialog=add-funds",
  "/app/payments?dialog=withdraw",
  "/app/payments?dialog=spend",
  "/app/payments/receipts/unknown",
  "/app/earnings",
  "/app/profile",
  "/app/profile?section=channels",
  "/app/profile?section=security",
  "/app/profile?section=mails",
  "/app/profile?section=data",
  "/app/notices",
  "/app/cases",
  "/app/api",
  "/app/profile?google=taken",
];
const phone = { width: 390, height: 900 };
const desktop = { width: 1440, height: 900 };

/** The rules with an outcome that depends on the colours; all others are checked once. */
const colourRules = ["color-contrast", "link-in-text-block"];

let stack: Stack;
let browser: Browser;
let token: string;
let campaignPages: string[];

beforeAll(async () => {
  stack = await startStack();
  browser = await launchBrowser(inject("chromium").executablePath, oneProcess);
  token = (await addAccount(stack)).token;
  const channel = { url: "https://www.youtube.com/@ada" };
  await call(stack, ["POST", "/api/users/channels"], { token, json: channel });
  const campaign = await saveCampaign();
  const campaignPage = `/app/campaigns/${campaign}`;
  const sections = ["creators", "clicks", "conversions"].map(
    (section) => `${campaignPage}?section=${section}`,
  );
  campaignPages = [
    campaignPage,
    ...sections,
    `${campaignPage}?clicks=all`,
    `/campaigns/${campaign}`,
    `${campaignPage}?dialog=add-budget`,
    `${campaignPage}/settings`,
    `${campaignPage}?dialog=end`,
  ];
});

/** Saves a campaign that waits for funds; returns its id. */
async function saveCampaign(): Promise<string> {
  const { data } = await call<{ data: { _id: string } }>(stack, ["POST", "/api/campaigns"], {
    token,
    json: {
      gameUrl: "https://www.roblox.com/games/1",
      gameTitle: "Tower of Fun",
      description: "Climb the tower.",
      targetAudience: "Everyone",
      tags: ["Obby"],
      payoutPerClick: 0.0015,
      budget: 15,
      startDate: new Date().toISOString(),
      endDate: new Date(Date.now() + 7 * 86_400_000).toISOString(),
      conversionTips: "Show the last jump.",
      whoMayJoin: "approval",
    },
  });
  return data._id;
}

afterAll(async () => {
  await browser?.close();
  await stack?.stop();
  if (stack) removeDataDir(stack);
});

async function findProblems(context: BrowserContext, path: string): Promise<string[]> {
  const page = await context.newPage();
  try {
    await page.goto(path);
    const shown = path.includes("dialog=")
      ? page.getByRole("dialog")
      : page.getByRole("heading", { level: 1 });
    try {
      await shown.first().waitFor();
    } catch {
      return [`${path} shows neither its heading nor its dialog`];
    }
    const problems: string[] = [];
    for (const view of [phone, desktop]) {
      await page.setViewportSize(view);
      const place = `${path} at ${view.width} px`;
      const wide = await page.evaluate(
        "document.documentElement.scrollWidth > document.documentElement.clientWidth",
      );
      if (wide) problems.push(`${place} is wider than the screen`);
      const light = await findBarriers(page);
      problems.push(...light.map((barrier) => `${place} ${barrier}`));
      await page.emulateMedia({ colorScheme: "dark" });
      const dark = await findBarriers(page, colourRules);
      problems.push(...dark.map((barrier) => `${place} in dark, ${barrier}`));
      await page.emulateMedia({ colorScheme: "light" });
    }
    for (const measure of [measureScript, measureSpanishScript]) {
      const bytes = await measure(page);
      if (bytes > MAX_SCRIPT_BYTES) problems.push(`${path}, ${measure.name}: ${bytes} bytes`);
    }
    return problems;
  } finally {
    await page.close();
  }
}

it("every page passes the accessibility checks on a phone and a desktop, in light and dark, with at most 155 kB of script in both languages", async () => {
  const view = { baseURL: stack.appUrl, viewport: phone };
  const looks = { colorScheme: "light", reducedMotion: "reduce" } as const;
  const context = await browser.newContext({ ...view, ...looks });
  const problems: string[] = [];
  for (const path of publicPages) problems.push(...(await findProblems(context, path)));
  await context.addInitScript(`localStorage.setItem("token", ${JSON.stringify(token)})`);
  for (const path of [...ownPages, ...campaignPages])
    problems.push(...(await findProblems(context, path)));
  await context.close();
  expect(problems).toEqual([]);
});

it.each([phone, desktop])(
  "the API reference passes the checks at $width px, from our own origin",
  async (viewport) => {
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    const foreign: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(stack.appUrl)) foreign.push(request.url());
    });
    await page.goto(`${stack.appUrl}/docs#tag/conversions/POST/api/conversions`);
    await page.getByRole("heading", { name: "Report conversions of clicks" }).waitFor();
    await page.getByText("For: A campaign's API key.").first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await findBarriers(page, colourRules)).toEqual([]);
    const wide = await page.evaluate<number>("document.documentElement.scrollWidth");
    expect(wide).toBeLessThanOrEqual(viewport.width);
    expect(foreign).toEqual([]);
    await context.close();
  },
);

it("finds a picture without words and a text without contrast, in one theme too", async () => {
  const page = await browser.newPage();
  await page.setContent(`
    <html lang="en"><title>Page</title><main><h1>Page</h1><img src="x">
    <p style="background: light-dark(#fff, #ddd); color: light-dark(#ddd, #000)">Pale`);
  const inLight = (await findBarriers(page)).map((barrier) => barrier.split(":")[0]);
  expect(inLight).toEqual(["color-contrast", "image-alt"]);
  expect(await findBarriers(page, colourRules)).toHaveLength(1);
  await page.close();
});

it("paints a chosen theme without a script, and prints every theme on white", async () => {
  const context = await browser.newContext({ baseURL: stack.appUrl, colorScheme: "light" });
  const page = await context.newPage();
  await page.goto("/terms");
  await page.getByRole("radio", { name: "Dark" }).check({ force: true });
  const script = /\.js$/;
  await context.route(script, (route) => route.abort());
  await page.reload();
  expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe(
    "rgb(12, 17, 14)",
  );
  await context.unroute(script);
  await page.reload();
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await page.getByRole("radio", { name: "Dark" }).isChecked()).toBe(true);
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("contentinfo").isVisible()).toBe(false);
  expect(await page.evaluate("getComputedStyle(document.querySelector('h1')).color")).toBe(
    "rgb(18, 28, 23)",
  );
  await context.close();
});

it("searches everything in a dialog that passes the accessibility checks", async () => {
  const context = await browser.newContext({ baseURL: stack.appUrl, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto("/contact");
  await page.getByRole("button", { name: "Search everything" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search everything" }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.type("all camp");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/campaigns");
  await context.close();
});

it.each([
  ["terms_required", "Our terms"],
  ["proof_required", "Confirm that it is you"],
])(
  "asks for what %s needs in a dialog that passes the accessibility checks",
  async (code, name) => {
    const context = await browser.newContext({ baseURL: stack.appUrl, reducedMotion: "reduce" });
    await context.addInitScript(`localStorage.setItem("token", ${JSON.stringify(token)})`);
    await context.route(/create-connect-account/, (route) =>
      route.fulfill({ status: 403, json: { status: "error", code, message: "Needed first." } }),
    );
    const page = await context.newPage();
    await page.goto("/app/payments");
    await page.getByRole("button", { name: "Setup Payouts" }).click();
    await page.getByRole("dialog", { name }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await context.close();
  },
);

it("reports a link from the page of a link that does not exist, without JavaScript", async () => {
  const context = await browser.newContext({ baseURL: stack.appUrl, javaScriptEnabled: false });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  await page.goto("/r/zzzz9999");
  await page.getByRole("link", { name: "Report this link" }).click();
  await page.getByLabel("Link").fill(`${stack.appUrl}/r/zzzz9999`);
  await page.getByLabel("Scam or malware").check();
  await page.getByLabel("What did you see?").fill("It asks for a password.");
  await page.getByRole("button", { name: "Send report" }).click();
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  await context.close();
  expect(complaints.filter((text) => !text.includes("404"))).toEqual([]);
});
