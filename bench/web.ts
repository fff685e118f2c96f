/**
 * Prints the web app's measures beside their limits, on the demo's data: the ways of a new developer and
 * a new creator, and what each page sends, shows and shifts. `--only journeys,pages,slow` measures some.
 */
import { parseArgs } from "node:util";
import { chromium, findProgram } from "@fairclick/dev/setup/find-program";
import { launchBrowser } from "@fairclick/e2e/browser";
import { loadSlowly, type SlowLoad, serveStaticPage } from "@fairclick/e2e/measures/load-slowly";
import { type MeasuredPage, measurePage } from "@fairclick/e2e/measures/measure-pages";
import { creatorJourney, developerJourney, walk } from "@fairclick/e2e/measures/walk";
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
const { stack, tokens, market } = await openDemo();
/**
 * React creates an `Error` while it loads. With a debugger attached, as here, V8 then parses the whole
 * script a second time to compute line positions, which never happens on a user's phone.
 */
const browser = await launchBrowser(executablePath, [
  "--js-flags=--no-enable-lazy-source-positions",
]);
const all = screens(market);
const open = ({ viewer }: (typeof all)[number]) => ({ url: stack.appUrl, token: tokens[viewer] });
type Row = [what: string, now: string, must: string];
const rows: Row[] = [];
const limit = (what: string, now: number | null, most: number) =>
  rows.push([what, now === null ? "none seen" : count(now), `≤ ${count(most)}`]);
try {
  const parts: Record<string, () => Promise<void>> = {
    journeys: walkJourneys,
    pages: measurePages,
    slow: loadOnSlowPhone,
  };
  for (const name of values.only.split(",")) await parts[name]?.();
  console.log(describeMachine());
  printTable(
    ["what", "now", "must be", ""],
    rows.map(([what, now, must]) => [what, now, must, isMet(now, must) ? "" : "not met"]),
  );
} finally {
  await browser.close();
  await stack.stop();
  removeDataDir(stack);
}

async function walkJourneys(): Promise<void> {
  for (const [what, journey, most] of [
    ["developer, landing to live with $500", developerJourney, [8, 8, 75]],
    ["creator, landing to link copied", creatorJourney, [4, 3, 25]],
  ] as const) {
    const { stoppedAt, ...walked } = await walk(browser, stack.appUrl, journey);
    console.log(`${what}: ${walked.presses.join(" → ")}; ${count(walked.swipes)} swipes`);
    if (stoppedAt) console.log(`It ended early, at ${stoppedAt}.`);
    const [presses, fields, seconds] = most;
    const reached = (figure: number) => (stoppedAt ? null : figure);
    limit(`${what}: presses`, reached(walked.presses.length), presses);
    limit(`${what}: fields`, reached(walked.fields), fields);
    limit(`${what}: seconds by the model`, reached(walked.seconds), seconds);
  }
}

async function measurePages(): Promise<void> {
  const seen = new Set<string>();
  const pages: MeasuredPage[] = [];
  for (const screen of all) {
    const key = `${screen.path} ${screen.viewer}`;
    if (screen.before || seen.has(key)) continue;
    seen.add(key);
    pages.push(await measurePage(browser, { ...open(screen), screen }));
  }
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
  const page = (name: string) => pages.find((one) => one.name === name);
  limit("first Join on a phone, y", page("hub-new")?.joinY ?? null, 700);
  limit("landing: words", page("landing")?.words ?? null, 450);
  for (const [name, most] of [
    ["landing", 4_200],
    ["hub-new", 2_600],
    ["link", 2_200],
    ["profile", 1_700],
  ] as const) {
    limit(`${name}: height`, page(name)?.height ?? null, most);
  }
  const campaign = all.find(({ name }) => name === "campaign");
  if (campaign) {
    const size = { width: 1440, height: 900 };
    const wide = await measurePage(browser, { ...open(campaign), screen: campaign, size });
    limit("buttons seen at once on a campaign, 390 px", page("campaign")?.buttons ?? null, 3);
    limit("buttons seen at once on a campaign, 1440 px", wide.buttons, 3);
  }
  const kilobytes = ({ scriptBytes }: MeasuredPage) => scriptBytes / 1_000;
  // The API reference is a program of its own, and a dialog loads when it opens.
  const [largest] = pages
    .filter(({ path }) => !/^\/docs|dialog=/.test(path))
    .sort((one, other) => other.scriptBytes - one.scriptBytes);
  if (largest) {
    limit(`script as sent, kB, most: ${largest.name}`, kilobytes(largest), 160);
  }
  for (const one of pages.filter(({ name }) => ["landing", "all-campaigns"].includes(name))) {
    limit(`${one.name}: script as sent, kB`, kilobytes(one), 60);
  }
  limit("axe: broken rules", pages.flatMap(({ barriers }) => barriers).length, 0);
}

/** Loads pages in alternating rounds, each beside a static page. */
async function loadOnSlowPhone(): Promise<void> {
  const server = serveStaticPage();
  const loads = new Map<string, SlowLoad[]>();
  const add = (name: string, load: SlowLoad) => loads.set(name, [...(loads.get(name) ?? []), load]);
  const names = [...publicScreens, ...ownScreens];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const url = `http://127.0.0.1:${server.port}`;
    add("static page", await loadSlowly(browser, { url, screen: { path: "/" }, token: null }));
    for (const screen of all.filter(({ name }) => names.includes(name))) {
      add(screen.name, await loadSlowly(browser, { ...open(screen), screen }));
    }
  }
  await server.stop(true);
  const spread = (name: string, figure: keyof SlowLoad) =>
    computeSpread((loads.get(name) ?? []).map((load) => load[figure]));
  const base = spread("static page", "largestPaintMs");
  printTable(
    ["4× slower processor, 1.6 Mbit/s, 150 ms", "largest paint, ms", "layout shift"],
    [...loads.keys()].map((name) => [
      name,
      show(spread(name, "largestPaintMs"), 0),
      show(spread(name, "layoutShift"), 3),
    ]),
  );
  for (const name of names) {
    const ratio = spread(name, "largestPaintMs").median / base.median;
    limit(
      `${name}: largest paint, times a static page`,
      ratio,
      publicScreens.includes(name) ? 1.5 : 2.5,
    );
  }
  limit("all-campaigns: layout shift", spread("all-campaigns", "layoutShift").median, 0.05);
}

function count(figure: number): string {
  return figure.toLocaleString("en-US", { maximumFractionDigits: figure < 10 ? 2 : 0 });
}

function isMet(now: string, must: string): boolean {
  const number = (text: string) => Number(text.replaceAll(/[^\d.]/g, "") || Number.NaN);
  return number(now) <= number(must);
}
