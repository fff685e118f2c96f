/** Writes a picture of every screen and state to `.screens/<language>/`. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { demoPassword, demoPeople } from "@fairclick/dev/demo/people";
import { chromium, findBrowser } from "@fairclick/dev/setup/find-program";
import type { Browser } from "playwright-core";
import { launchBrowser } from "./browser";
import { screens } from "./screens/all-screens";
import type { Market, Screen, Viewer } from "./screens/screen";
import { call } from "./spec/market";
import { removeDataDir, type Stack, startStack } from "./stack";

const SETTLE_MS = 400;
const PHONE = 390;
const widths = [PHONE, 1440];
const themes = ["light", "dark"] as const;

const WIDTH = "document.documentElement.scrollWidth";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    language: { type: "string", default: "en" },
  },
});
const folder = join(import.meta.dirname, "../.screens", values.language);
const executablePath = findBrowser();
if (!executablePath) {
  console.error(`Pictures need a browser. ${chromium.advice}`);
  process.exit(1);
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const stack = await startStack({ command: "demo", env: { CLICK_WINDOW_SECONDS: "5" } });
const browser = await launchBrowser(executablePath);
try {
  await takePictures();
} finally {
  await browser.close();
  await stack.stop();
  removeDataDir(stack);
}

async function takePictures(): Promise<void> {
  const tokens = await signIn(stack);
  const market = await readMarket(stack, tokens);
  for (const screen of screens(market).filter(({ name }) => name.includes(values.only))) {
    for (const width of widths) {
      for (const theme of themes) await takePicture(browser, screen, { width, theme, tokens });
    }
    console.log(screen.name);
  }
  console.log(`The pictures are in ${folder}.`);
}

type Tokens = Record<Viewer, string | null>;
type View = { width: number; theme: (typeof themes)[number]; tokens: Tokens };

async function takePicture(
  by: Browser,
  screen: Screen,
  { width, theme, tokens }: View,
): Promise<void> {
  const context = await by.newContext({
    baseURL: stack.appUrl,
    locale: values.language,
    viewport: { width, height: 900 },
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
    await page.screenshot({
      path: join(folder, `${screen.name}.${width}.${theme}.png`),
      fullPage: !isCovered,
    });
  } catch (error) {
    process.exitCode = 1;
    console.error(`${screen.name} at ${width} px in ${theme}: ${error}`);
  } finally {
    await context.close();
  }
}

async function signIn(at: Stack): Promise<Tokens> {
  const logIn = async (email: string) => {
    const { data } = await call<{ data: { token: string } }>(at, ["POST", "/api/auth/login"], {
      json: { email, password: demoPassword },
    });
    return data.token;
  };
  const { data } = await call<{ data: { token: string } }>(at, ["POST", "/api/auth/register"], {
    json: {
      username: "Nia New",
      email: "new@example.com",
      password: demoPassword,
      termsVersion: 1,
      birthMonth: "1990-05",
    },
  });
  return {
    stranger: null,
    newcomer: data.token,
    developer: await logIn(demoPeople.developer.email),
    creator: await logIn(demoPeople.creator.email),
  };
}

async function readMarket(at: Stack, { creator, newcomer }: Tokens): Promise<Market> {
  type Campaigns = { data: { _id: string }[] };
  const as = (token: string | null) => (token ? { token } : {});
  const joined = await call<Campaigns>(at, ["GET", "/api/campaigns/joined"], as(creator));
  const joinable = await call<Campaigns>(at, ["GET", "/api/campaigns"], as(newcomer));
  const campaign = joined.data[0]?._id ?? "";
  return { campaign, joinable: joinable.data[0]?._id ?? "" };
}
