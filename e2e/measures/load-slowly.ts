import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import type { Screen } from "../screens/screen";
import { phone } from "./walk";

const CPU_SLOWDOWN = 4;
const LATENCY_MS = 150;
const DOWN_BYTES_PER_S = 1_600_000 / 8;
const UP_BYTES_PER_S = 750_000 / 8;
/** Wait for pictures and fonts after the page shows what it is for. */
const LATE_MS = 3_000;
const MAX_LOAD_MS = 60_000;
/** A new window first loads pages of the browser itself, which take as much of the processor as a page. */
const WINDOW_MS = 2_500;

export type SlowLoad = { largestPaintMs: number; layoutShift: number };

const ELSEWHERE = "data:text/html,<p>Another site</p>";

type Visit = { url: string; screen: Pick<Screen, "path" | "act">; token: string | null };

/**
 * Opens a page with an empty cache on a slow phone: a four times slower processor and a 3G connection. The
 * visitor comes from another site, so the browser takes a new process for each page alike.
 */
export async function loadSlowly(
  browser: Browser,
  { url, screen, token }: Visit,
): Promise<SlowLoad> {
  const context = await browser.newContext({ baseURL: url, viewport: phone });
  context.setDefaultTimeout(MAX_LOAD_MS);
  try {
    if (token) await context.addInitScript(`localStorage.setItem("token", "${token}")`);
    const page = await context.newPage();
    await page.goto(ELSEWHERE);
    await page.waitForTimeout(WINDOW_MS);
    const client = await context.newCDPSession(page);
    await client.send("Network.enable");
    await client.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: DOWN_BYTES_PER_S,
      uploadThroughput: UP_BYTES_PER_S,
    });
    await client.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    await page.goto(screen.path, { waitUntil: "commit" });
    await screen.act?.(page);
    await page.waitForTimeout(LATE_MS);
    const paints = await page.evaluate<Entry[]>(listEntries("largest-contentful-paint"));
    const shifts = await page.evaluate<Entry[]>(listEntries("layout-shift"));
    return {
      largestPaintMs: paints.at(-1)?.startTime ?? Number.NaN,
      layoutShift: shifts.reduce((sum, { value }) => sum + value, 0),
    };
  } finally {
    await context.close();
  }
}

type Entry = { startTime: number; value: number };

const listEntries = (type: string) => `new Promise((resolve) => {
  const found = [];
  new PerformanceObserver((list) => {
    for (const { startTime, value } of list.getEntries()) found.push({ startTime, value });
  }).observe({ type: "${type}", buffered: true });
  setTimeout(() => resolve(found), 300);
})`;

const SENTENCE = "A page of plain text with the stylesheet of the app, and nothing else. ";

/** Serves a page without scripts, with the app's stylesheet, as the build compressed it. */
export function serveStaticPage() {
  const assets = join(import.meta.dirname, "../../web/dist/assets");
  const [name = ""] = readdirSync(assets).filter((file) => /^index-.*\.css\.br$/.test(file));
  const style = readFileSync(join(assets, name));
  const text = `<p>${SENTENCE.repeat(4)}</p>`.repeat(10);
  const html = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Static</title><link rel="stylesheet" href="/style.css"><main><h1>A static page</h1>${text}</main>`;
  return Bun.serve({
    port: 0,
    fetch: ({ url }) =>
      url.endsWith("/style.css")
        ? new Response(style, { headers: { "content-type": "text/css", "content-encoding": "br" } })
        : new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } }),
  });
}
