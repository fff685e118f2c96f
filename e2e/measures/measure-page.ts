import type { Browser, Page } from "playwright-core";
import { findBarriers, showBelowFold } from "../find-barriers";
import type { Screen } from "../screens/screen";
import { phone } from "./walk";

/** Wait for what loads after the page shows what it is for. */
const LATE_MS = 1_000;

export type MeasuredPage = {
  name: string;
  path: string;
  /** Scripts as sent, bodies and headers (bytes). */
  scriptBytes: number;
  height: number;
  words: number;
  /** Broken rules of accessibility, in light and dark. */
  barriers: string[];
  /** Distance of the first Join from the top; null if there is none. */
  joinY: number | null;
  /** Buttons that are seen without scrolling, and links that look like buttons. */
  buttons: number;
  /** Why the page could not be opened; null if it was. */
  failure: string | null;
};

type Visit = { url: string; screen: Screen; token: string | null; size?: typeof phone };

/** Opens a page with an empty cache, at 390 px unless `size` says otherwise. */
export async function measurePage(
  browser: Browser,
  { url, screen, token, size = phone }: Visit,
): Promise<MeasuredPage> {
  const looks = { colorScheme: "light", reducedMotion: "reduce" } as const;
  const context = await browser.newContext({ baseURL: url, viewport: size, ...looks });
  context.setDefaultTimeout(20_000);
  try {
    if (token) await context.addInitScript(`localStorage.setItem("token", "${token}")`);
    const page = await context.newPage();
    const countScript = await watchScript(page);
    let failure: string | null = null;
    try {
      await page.goto(screen.path);
      await screen.act?.(page);
      await page.locator("h1").first().waitFor({ state: "attached" });
    } catch (error) {
      failure = String(error).split("\n")[0] ?? "";
    }
    await page.waitForTimeout(LATE_MS);
    const scriptBytes = countScript();
    await page.evaluate(showBelowFold);
    const seen =
      await page.evaluate<Pick<MeasuredPage, "height" | "words" | "joinY" | "buttons">>(READ_PAGE);
    const light = await findBarriers(page);
    await page.emulateMedia({ colorScheme: "dark" });
    const dark = await findBarriers(page, ["color-contrast", "link-in-text-block"]);
    const { name, path } = screen;
    return { name, path, scriptBytes, ...seen, barriers: [...light, ...dark], failure };
  } finally {
    await context.close();
  }
}

const READ_PAGE = `(() => {
  const box = (element) => element.getBoundingClientRect();
  const isSeen = (element) => {
    const { top, bottom, width } = box(element);
    return width > 0 && top < innerHeight && bottom > 0 && element.checkVisibility();
  };
  const buttons = [...document.querySelectorAll(
    'main button:not([role="tab"]), main a[class~="min-h-11"][class~="border-2"]',
  )];
  const join = [...document.querySelectorAll("main button, main a")].find(
    (each) => /^Join( campaign)?$/.test(each.textContent.trim()) && each.checkVisibility(),
  );
  return {
    height: document.documentElement.scrollHeight,
    words: document.body.innerText.split(/\\s+/).filter(Boolean).length,
    joinY: join ? Math.round(box(join).top + scrollY) : null,
    buttons: buttons.filter(isSeen).length,
  };
})()`;

async function watchScript(page: Page): Promise<() => number> {
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  const scripts = new Set<string>();
  let bytes = 0;
  client.on("Network.responseReceived", ({ requestId, type }) => {
    if (type === "Script") scripts.add(requestId);
  });
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  return () => bytes;
}
