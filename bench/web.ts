/**
 * Measures how soon the pages where visits begin are usable on a slow phone: a cold load in Chromium
 * with a four times slower processor and a 3G connection, compared with the time that the network
 * alone takes.
 */
import { parseArgs } from "node:util";
import { chromium, findProgram } from "@fairclick/dev/setup/find-program";
import { launchBrowser } from "@fairclick/e2e/browser";
import { addAccount, addCampaign, fundWallet } from "@fairclick/e2e/spec/market";
import { removeDataDir, startStack } from "@fairclick/e2e/stack";
import { describeMachine } from "./report/describe-machine";
import { printTable } from "./report/print-table";
import { computeSpread, show } from "./report/statistics";
import { type ColdLoad, loadCold, type MeasuredPage } from "./web/load-cold";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "5" } } });

const pages: MeasuredPage[] = [
  {
    name: "Landing page",
    path: "/",
    viewer: "visitor",
    usable: `has("h1", "") && has("a", "Sign Up")`,
    filled: "true",
  },
  {
    name: "Login",
    path: "/login",
    viewer: "visitor",
    usable: `has("button", "Sign In") && document.querySelector("input")`,
    filled: "true",
  },
  {
    name: "Creator Hub",
    path: "/app/creator-hub",
    viewer: "creator",
    usable: `has("h1", "") && document.querySelector('[role="tab"]')`,
    filled: `has("button", "Join campaign")`,
  },
  {
    name: "Creator Hub, in Spanish",
    path: "/app/creator-hub",
    viewer: "creator",
    locale: "es-MX",
    usable: `has("h1", "") && document.querySelector('[role="tab"]')`,
    filled: `has("button", "Unirme")`,
  },
  {
    name: "Developer Hub",
    path: "/app/developer-hub",
    viewer: "developer",
    usable: `has("h1", "") && has("a", "Create Campaign")`,
    filled: `has("a", "Manage")`,
  },
];
const executablePath = process.env.CHROMIUM_PATH || findProgram(chromium);
if (!executablePath) {
  console.error(`This benchmark needs a browser. ${chromium.advice}`);
  process.exit(1);
}

/**
 * React creates an `Error` while it loads. With a debugger attached, as in this benchmark, V8 then
 * parses the whole script a second time to compute line positions, which never happens on a user's
 * phone. This flag computes them up front.
 */
const eagerLinePositions = "--js-flags=--no-enable-lazy-source-positions";

const stack = await startStack();
const browser = await launchBrowser(executablePath, [eagerLinePositions]);
try {
  const developer = await addAccount(stack, "developer");
  await fundWallet(stack, developer, 100);
  for (let n = 0; n < 6; n += 1) await addCampaign(stack, developer);
  const creator = await addAccount(stack, "creator");
  const tokens = { visitor: null, creator: creator.token, developer: developer.token };
  const loads = new Map(pages.map((page): [MeasuredPage, ColdLoad[]] => [page, []]));
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const [page, loaded] of loads) {
      const visit = { url: stack.appUrl, page, token: tokens[page.viewer] };
      loaded.push(await loadCold(browser, visit));
    }
  }
  console.log(describeMachine());
  printTable(
    ["Cold, 4× slower processor, 3G (1.6 Mbit/s, 150 ms); ms", "usable", "filled", "network alone"],
    rows(loads, [
      ["usableMs", 1],
      ["filledMs", 1],
      ["networkMs", 1],
    ]),
  );
  console.log("Network alone: as many bytes as until filled, in two round trips.");
  printTable(
    ["Loaded, as sent, kB", "script", "until filled", "with fonts and toasts"],
    rows(loads, [
      ["scriptBytes", 1_000],
      ["neededBytes", 1_000],
      ["allBytes", 1_000],
    ]),
  );
  for (const [{ name }, loaded] of loads) {
    const shifts = computeSpread(loaded.map(({ layoutShift }) => layoutShift));
    console.log(`Layout shift of ${name}: ${show(shifts, 4)}`);
  }
} finally {
  await browser.close();
  await stack.stop();
  removeDataDir(stack);
}

type Figure = readonly [figure: keyof ColdLoad, unit: number];

/** One row per page: its name, and the medians of these figures with their spread. */
function rows(
  measured: ReadonlyMap<MeasuredPage, readonly ColdLoad[]>,
  figures: readonly Figure[],
): string[][] {
  return [...measured].map(([{ name }, loaded]) => [
    name,
    ...figures.map(([figure, unit]) =>
      show(computeSpread(loaded.map((load) => load[figure] / unit)), 0),
    ),
  ]);
}
