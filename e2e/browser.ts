import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

/** Chromium as these tests use it: it asks nobody on the internet anything. */
export function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
}

/** A person with a browser of their own; what the app makes their console complain about is kept. */
export async function openPerson(browser: Browser, appUrl: string): Promise<Person> {
  const context = await browser.newContext({ baseURL: appUrl });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: appUrl });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    const { url } = message.location();
    if (message.type() === "error" && url.startsWith(appUrl))
      complaints.push(`${message.text()} ${url}`);
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return { context, page, complaints };
}

export type Person = { context: BrowserContext; page: Page; complaints: string[] };

/** What the page's own session is, for a look behind the screens. */
export async function readToken(page: Page): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem("token"));
  if (!token) throw new Error("Nobody is signed in on this page");
  return token;
}
