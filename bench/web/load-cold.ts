import type { Browser, CDPSession, Page } from "playwright-core";

const CPU_SLOWDOWN = 4;
/** Wait for fonts and toasts after the campaigns are shown. The open stream keeps the network from being idle. */
const LATE_MS = 5_000;
/** A page that takes longer has probably lost the elements that `usable` and `filled` wait for. */
const MAX_LOAD_MS = 60_000;
const LATENCY_MS = 150;
const DOWN_BYTES_PER_S = 1_600_000 / 8;
const UP_BYTES_PER_S = 750_000 / 8;

/** A page and when a person can use it, as expressions that run in the page. */
export type MeasuredPage = {
  name: string;
  path: string;
  viewer: "visitor" | "creator" | "developer";
  /** The browser's language; English by default. */
  locale?: string;
  /** The page's controls are there and answer. */
  usable: string;
  /** Its data is there too. */
  filled: string;
};

export type ColdLoad = {
  usableMs: number;
  filledMs: number;
  /** Time that the network alone needs for what was loaded when the page was filled. */
  networkMs: number;
  scriptBytes: number;
  neededBytes: number;
  /** Includes what is loaded after the page was filled. */
  allBytes: number;
  /** Cumulative layout shift until the page is stable. */
  layoutShift: number;
};

type Visit = { url: string; page: MeasuredPage; token: string | null };

/** Opens a page with an empty cache. All times are in milliseconds since the start of the load. */
export async function loadCold(
  browser: Browser,
  { url, page: measured, token }: Visit,
): Promise<ColdLoad> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 390, height: 844 },
    locale: measured.locale ?? "en-US",
  });
  try {
    const page = await context.newPage();
    await page.goto("/robots.txt");
    if (token) await page.evaluate((kept) => localStorage.setItem("token", kept), token);
    await page.addInitScript({ content: recordMoments(measured) });
    const client = await slowDown(page);
    const bytes = await countBytes(client);
    await client.send("Runtime.enable");
    await client.send("Runtime.addBinding", { name: "reportMoments" });
    const moments = waitForMoments(client);
    await page.goto(measured.path, { waitUntil: "commit" });
    const { usable, filled } = await moments;
    const needed = bytes();
    await page.waitForTimeout(LATE_MS);
    return {
      usableMs: usable,
      filledMs: filled,
      // Only the page and its script load one after the other; everything else loads beside the
      // script.
      networkMs: 2 * LATENCY_MS + (1_000 * needed.all) / DOWN_BYTES_PER_S,
      scriptBytes: needed.script,
      neededBytes: needed.all,
      allBytes: bytes().all,
      layoutShift: await page.evaluate<number>(sumLayoutShifts),
    };
  } finally {
    await context.close();
  }
}

type Moments = { usable: number; filled: number };

/**
 * Runs in the page. Records when the page is usable and filled, and reports the times once, at the
 * end. Nothing else runs in the page until then, because on such a slow processor it would distort
 * the measurement.
 */
const recordMoments = ({ usable, filled }: MeasuredPage) => `
  const moments = {};
  const has = (selector, text) =>
    [...document.querySelectorAll(selector)].some(({ textContent }) => textContent.includes(text));
  const watch = new MutationObserver(() => {
    if (${usable}) moments.usable ??= performance.now();
    if (moments.usable && (${filled})) {
      moments.filled = performance.now();
      watch.disconnect();
      reportMoments(JSON.stringify(moments));
    }
  });
  watch.observe(document, { childList: true, subtree: true });
`;

function waitForMoments(client: CDPSession): Promise<Moments> {
  return new Promise((resolve, reject) => {
    const late = () =>
      reject(new Error("The page never showed the elements that it is measured by"));
    setTimeout(late, MAX_LOAD_MS).unref();
    client.on("Runtime.bindingCalled", ({ name, payload }) => {
      if (name === "reportMoments") resolve(JSON.parse(payload));
    });
  });
}

const sumLayoutShifts = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) sum += value;
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(sum), 500);
})`;

async function slowDown(page: Page): Promise<CDPSession> {
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.setCacheDisabled", { cacheDisabled: true });
  await client.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: DOWN_BYTES_PER_S,
    uploadThroughput: UP_BYTES_PER_S,
  });
  await client.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  return client;
}

async function countBytes(client: CDPSession): Promise<() => { script: number; all: number }> {
  const scripts = new Set<string>();
  let script = 0;
  let all = 0;
  client.on("Network.responseReceived", ({ requestId, type }) => {
    if (type === "Script") scripts.add(requestId);
  });
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    all += encodedDataLength;
    if (scripts.has(requestId)) script += encodedDataLength;
  });
  return () => ({ script, all });
}
