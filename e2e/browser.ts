import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";

/**
 * Renders all pages in one process, which halves the cost. Only for tests that open a single site.
 */
export const oneProcess = ["--disable-site-isolation-trials", "--renderer-process-limit=1"];

/** Chromium without background requests to the internet. */
export const browserArguments = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

export function launchBrowser(executablePath: string, args: string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...args, ...browserArguments] });
}

/** Opens a browser context with one page, and collects the console errors that the app causes. */
export async function openPerson(browser: Browser, appUrl: string): Promise<Person> {
  const context = await openContext(browser, { baseURL: appUrl });
  return { context, ...(await openPage(context, appUrl)) };
}

export async function openContext(
  browser: Browser,
  options: BrowserContextOptions & { baseURL: string },
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  const permissions = ["clipboard-read", "clipboard-write"];
  await context.grantPermissions(permissions, { origin: options.baseURL });
  context.setDefaultTimeout(60_000);
  return context;
}

export async function openPage(context: BrowserContext, appUrl: string): Promise<Watched> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    const { url } = message.location();
    if (message.type() === "error" && url.startsWith(appUrl))
      complaints.push(`${message.text()} ${url}`);
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return { page, complaints };
}

/** A page, and the console errors that the app has caused on it. */
export type Watched = { page: Page; complaints: string[] };
export type Person = Watched & { context: BrowserContext };

/** Returns the page's session token, for direct API calls. Throws if nobody is signed in. */
export async function readToken(page: Page): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem("token"));
  if (!token) throw new Error("Nobody is signed in on this page");
  return token;
}
