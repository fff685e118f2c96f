import type { Browser, CDPSession, Page } from "playwright-core";

const CPU_SLOWDOWN = 4;
const LATENCY_MS = 150;
const DOWN_BYTES_PER_S = 1_600_000 / 8;
const UP_BYTES_PER_S = 750_000 / 8;

export type ColdLoad = {
  usableMs: number;
  campaignsMs: number;
  /** What the network alone takes for what was there by then. */
  networkMs: number;
  scriptBytes: number;
  neededBytes: number;
  /** With what is fetched after the campaigns are there. */
  allBytes: number;
  /** What moved until everything stood still, as browsers count it. */
  layoutShift: number;
};

/** Opens the Creator Hub with an empty cache, as somebody who is signed in. */
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
    await page.addInitScript({ content: noteMoments });
    const client = await slowDown(page);
    const bytes = await countBytes(client);
    await client.send("Runtime.enable");
    await client.send("Runtime.addBinding", { name: "tellMoments" });
    const told = waitForMoments(client);
    await page.goto("/app/creator-hub", { waitUntil: "commit" });
    const { usable, campaigns } = await told;
    const needed = bytes();
    await page.waitForLoadState("networkidle");
    return {
      usableMs: usable,
      campaignsMs: campaigns,
      // The page and its script can only follow each other; everything else comes beside the script.
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
 * Runs in the page: keeps when each thing was there for the first time, counted from the start of
 * the load, and tells them at the end. Nothing else runs in the page until then: on so slow a
 * processor it would be part of what is measured.
 */
const noteMoments = `
  const moments = {};
  const watch = new MutationObserver(() => {
    const buttons = [...document.querySelectorAll("button")];
    if (document.querySelector("h1") && document.querySelector('[role="tab"]'))
      moments.usable ??= performance.now();
    if (buttons.some(({ textContent }) => textContent === "Join campaign")) {
      moments.campaigns = performance.now();
      watch.disconnect();
      tellMoments(JSON.stringify(moments));
    }
  });
  watch.observe(document, { childList: true, subtree: true });
`;

function waitForMoments(client: CDPSession): Promise<Moments> {
  return new Promise((resolve) => {
    client.on("Runtime.bindingCalled", ({ name, payload }) => {
      if (name === "tellMoments") resolve(JSON.parse(payload));
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
