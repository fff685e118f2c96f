/**
 * Prints the web app's measures beside their limits, on the demo's data: the ways of a new developer and
 * a new creator, and what each page sends, shows and shifts. `--only journeys,pages,slow` measures some.
 */
import { parseArgs } from "node:util";
import { chromium, findProgram } from "@fairclick/dev/setup/find-program";
import { launchBrowser } from "@fairclick/e2e/browser";
import { loadSlowly, type SlowLoad, serveStaticPage } from "@fairclick/e2e/measures/load-slowly";
import { type Measure, measureJourneys, measurePages } from "@fairclick/e2e/measures/measure-app";
import { screens } from "@fairclick/e2e/screens/all-screens";
import { openDemo } from "@fairclick/e2e/screens/open-demo";
import { removeDataDir } from "@fairclick/e2e/stack";
import { describeMachine } from "./report/describe-machine";
import { printTable } from "./report/print-table";
import { computeSpread, show } from "./report/statistics";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    only: { type: "string", default: "journeys,pages,slow" },
  },
});
const publicScreens = ["landing", "all-campaigns", "campaign-page"];
const ownScreens = ["hub-new", "developer-hub", "link", "campaign", "payments", "profile"];

const executablePath = process.env.CHROMIUM_PATH || findProgram(chromium);
if (!executablePath) {
  console.error(`This benchmark needs a browser. ${chromium.advice}`);
  process.exit(1);
}
const demo = await openDemo();
/**
 * React creates an `Error` while it loads. With a debugger attached, as here, V8 then parses the whole
 * script a second time to compute line positions, which never happens on a user's phone.
 */
const browser = await launchBrowser(executablePath, [
  "--js-flags=--no-enable-lazy-source-positions",
]);
try {
  const parts: Record<string, () => Promise<Measure[]>> = {
    journeys: walkJourneys,
    pages: openPages,
    slow: loadOnSlowPhone,
  };
  const measures: Measure[] = [];
  for (const name of values.only.split(",")) measures.push(...((await parts[name]?.()) ?? []));
  console.log(describeMachine());
  printTable(
    ["what", "now", "at most", ""],
    measures.map(({ what, now, most }) => [
      what,
      now === null ? "none seen" : count(now),
      count(most),
      now !== null && now <= most ? "" : "not met",
    ]),
  );
} finally {
  await browser.close();
  await demo.stack.stop();
  removeDataDir(demo.stack);
}

async function walkJourneys(): Promise<Measure[]> {
  const { walks, measures } = await measureJourneys(browser, demo);
  for (const { presses, swipes, stoppedAt } of walks) {
    console.log(`${presses.join(" → ")}; ${swipes} swipes`);
    if (stoppedAt) console.log(`It ended early, at ${stoppedAt}.`);
  }
  return measures;
}

async function openPages(): Promise<Measure[]> {
  const { pages, measures } = await measurePages(browser, demo);
  printTable(
    ["page at 390 px", "script as sent, kB", "height, px", "words", "barriers"],
    pages.map(({ name, scriptBytes, height, words, barriers, failure }) => [
      failure ? `${name}, not shown: ${failure.slice(0, 60)}` : name,
      count(scriptBytes / 1_000),
      count(height),
      count(words),
      barriers.map((barrier) => barrier.slice(0, 80)).join("; ") || "0",
    ]),
  );
  return measures;
}

/** Loads pages in alternating rounds, each beside a static page. */
async function loadOnSlowPhone(): Promise<Measure[]> {
  const server = serveStaticPage();
  const loads = new Map<string, SlowLoad[]>();
  const add = (name: string, load: SlowLoad) => loads.set(name, [...(loads.get(name) ?? []), load]);
  const names = [...publicScreens, ...ownScreens];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const url = `http://127.0.0.1:${server.port}`;
    add("static page", await loadSlowly(browser, { url, screen: { path: "/" }, token: null }));
    for (const screen of screens(demo.market).filter(({ name }) => names.includes(name))) {
      const visit = { url: demo.stack.appUrl, token: demo.tokens[screen.viewer], screen };
      add(screen.name, await loadSlowly(browser, visit));
    }
  }
  await server.stop(true);
  const spread = (name: string, figure: keyof SlowLoad) =>
    computeSpread((loads.get(name) ?? []).map((load) => load[figure]));
  printTable(
    ["4× slower processor, 1.6 Mbit/s, 150 ms", "largest paint, ms", "layout shift"],
    [...loads.keys()].map((name) => [
      name,
      show(spread(name, "largestPaintMs"), 0),
      show(spread(name, "layoutShift"), 3),
    ]),
  );
  const paint = (name: string) => spread(name, "largestPaintMs").median;
  const shift = spread("all-campaigns", "layoutShift").median;
  return [
    ...names.map((name) => ({
      what: `${name}: largest paint, times a static page`,
      now: paint(name) / paint("static page"),
      most: publicScreens.includes(name) ? 1.5 : 2.5,
    })),
    { what: "all-campaigns: layout shift", now: shift, most: 0.05 },
  ];
}

function count(figure: number): string {
  return figure.toLocaleString("en-US", { maximumFractionDigits: figure < 10 ? 2 : 0 });
}
