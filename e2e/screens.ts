/**
 * Writes a picture of every screen and state to `.screens/<language>/`; with `--only hub,wallet`, only of
 * those with one of these texts in their names. `--readme` writes the pictures of the README instead.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium, findBrowser } from "@fairclick/dev/setup/find-program";
import type { Browser } from "playwright-core";
import { launchBrowser } from "./browser";
import { showBelowFold } from "./find-barriers";
import { screens } from "./screens/all-screens";
import { openDemo, type Tokens } from "./screens/open-demo";
import type { Screen } from "./screens/screen";
import { call } from "./spec/market";
import { removeDataDir, type Stack } from "./stack";

const SETTLE_MS = 400;
const PHONE = 390;
const widths = [PHONE, 1440];
const themes = ["light", "dark"] as const;

const README_SCREENS = ["link", "campaign"];
const README_VIEW = { width: 1200, height: 1700, theme: "light", isWhole: false } as const;

/** Clicks of the link that are judged before its picture is taken, so that it shows every verdict. */
const README_VALID_CLICKS = 40;

const WIDTH = "document.documentElement.scrollWidth";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    language: { type: "string", default: "en" },
    readme: { type: "boolean", default: false },
  },
});
const screensFolder = join(import.meta.dirname, "../.screens", values.language);
const readmeFolder = join(import.meta.dirname, "../docs/images");
const executablePath = findBrowser();
if (!executablePath) {
  console.error(`Pictures need a browser. ${chromium.advice}`);
  process.exit(1);
}

if (!values.readme) {
  rmSync(screensFolder, { recursive: true, force: true });
  mkdirSync(screensFolder, { recursive: true });
}
const { stack, tokens, market } = await openDemo();
const browser = await launchBrowser(executablePath);
try {
  await takePictures();
} finally {
  await browser.close();
  await stack.stop();
  removeDataDir(stack);
}

async function takePictures(): Promise<void> {
  if (values.readme) {
    await waitForVerdicts(stack, { token: tokens.creator, campaign: market.campaign });
    for (const screen of screens(market).filter(({ name }) => README_SCREENS.includes(name))) {
      const path = join(readmeFolder, `${screen.name}.png`);
      await takePicture(browser, screen, { ...README_VIEW, tokens, path });
    }
    return;
  }
  const only = values.only.split(",");
  const chosen = screens(market).filter(({ name }) => only.some((text) => name.includes(text)));
  for (const screen of chosen) {
    for (const width of widths) {
      for (const theme of themes) {
        const path = join(screensFolder, `${screen.name}.${width}.${theme}.png`);
        await takePicture(browser, screen, { width, height: 900, theme, tokens, path });
      }
    }
    console.log(screen.name);
  }
  console.log(`The pictures are in ${screensFolder}.`);
}

type Judged = { token: string | null; campaign: string };

/** Waits until the demo's visitors have left clicks with verdicts. Throws after three minutes. */
async function waitForVerdicts(at: Stack, { token, campaign }: Judged): Promise<void> {
  const deadline = Date.now() + 180_000;
  for (;;) {
    const { data } = await call<{ data: { clicks: { valid: number } } }>(
      at,
      ["GET", `/api/links/${campaign}/stats`],
      { token: token ?? "" },
    );
    if (data.clicks.valid >= README_VALID_CLICKS) return;
    if (Date.now() > deadline) throw new Error("The demo's clicks are not judged");
    await Bun.sleep(1_000);
  }
}

type View = {
  width: number;
  height: number;
  theme: (typeof themes)[number];
  tokens: Tokens;
  path: string;
  /** Whether the picture shows what lies below the window too; true if left out. */
  isWhole?: boolean;
};

async function takePicture(
  by: Browser,
  screen: Screen,
  { width, height, theme, tokens, path, isWhole = true }: View,
): Promise<void> {
  const context = await by.newContext({
    baseURL: stack.appUrl,
    locale: values.language,
    viewport: { width, height },
    isMobile: width === PHONE,
    colorScheme: theme,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const token = tokens[screen.viewer];
  if (token) {
    await page.goto("/robots.txt");
    await page.evaluate((kept) => localStorage.setItem("token", kept), token);
  }
  try {
    await screen.before?.(page);
    await page.goto(screen.path);
    await page.waitForLoadState("domcontentloaded");
    await screen.act?.(page);
    const isCovered = (await page.getByRole("dialog").count()) > 0;
    await page.evaluate("scrollTo(0, 0)");
    await page.waitForTimeout(SETTLE_MS);
    if ((await page.evaluate<number>(WIDTH)) > width) {
      process.exitCode = 1;
      console.error(`${screen.name} is wider than ${width} px in ${theme}.`);
    }
    await page.evaluate(showBelowFold);
    await page.screenshot({ path, fullPage: isWhole && !isCovered });
  } catch (error) {
    process.exitCode = 1;
    console.error(`${screen.name} at ${width} px in ${theme}: ${error}`);
  } finally {
    await context.close();
  }
}
