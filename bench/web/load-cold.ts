import type { Browser, CDPSession, Page } from "playwright-core";

const CPU_SLOWDOWN = 4;
/** Wait for fonts and toasts after the campaigns are shown. The open stream keeps the network from being idle. */
const LATE_MS = 5_000;
const LATENCY_MS = 150;
const DOWN_BYTES_PER_S = 1_600_000 / 8;
const UP_BYTES_PER_S = 750_000 / 8;

export type ColdLoad = {
  usableMs: number;
  campaignsMs: number;
  /** Time that the network alone needs for what was loaded when the campaigns appeared. */
  networkMs: number;
  scriptBytes: number;
  neededBytes: number;
  /** Includes what is loaded after the campaigns appeared. */
  allBytes: number;
  /** Cumulative layout shift until the page is stable. */
  layoutShift: number;
};

/**
 * Opens the Creator Hub with an empty cache and a signed-in user. All times are in milliseconds
 * since the start of the load.
 */
export async function loadCold(
  browser: Browser,
  { url, token }: { url: string; token: string },
): Promise<ColdLoad> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 390, height: 844 },
  });
  try {
    const page = await context.newPage();
    await page.goto("/robots.txt");
    await page.evaluate((kept) => localStorage.setItem("token", kept), token);
    await page.addInitScript({ content: recordMoments });
    const client = await slowDown(page);
    const bytes = await countBytes(client);
    await client.send("Runtime.enable");
    await client.send("Runtime.addBinding", { name: "reportMoments" });
    const moments = waitForMoments(client);
    await page.goto("/app/creator-hub", { waitUntil: "commit" });
    const { usable, campaigns } = await moments;
    const needed = bytes();
    await page.waitForTimeout(LATE_MS);
    return {
      usableMs: usable,
      campaignsMs: campaigns,
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

type Moments = { usable: number; campaigns: number };

/**
 * Runs in the page. Records when each element first appears and reports the times once, at the end.
 * Nothing else runs in the page until then, because on such a slow processor it would distort the
 * measurement.
 */
const recordMoments = `
  const moments = {};
  const watch = new MutationObserver(() => {
    const buttons = [...document.querySelectorAll("button")];
    if (document.querySelector("h1") && document.querySelector('[role="tab"]'))
      moments.usable ??= performance.now();
    if (buttons.some(({ textContent }) => textContent === "Join campaign")) {
      moments.campaigns = performance.now();
      watch.disconnect();
      reportMoments(JSON.stringify(moments));
    }
  });
  watch.observe(document, { childList: true, subtree: true });
`;

function waitForMoments(client: CDPSession): Promise<Moments> {
  return new Promise((resolve) => {
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
