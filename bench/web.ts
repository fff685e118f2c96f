/**
 * Measures how soon the Creator Hub is usable on a slow phone: a cold load in Chromium with a four
 * times slower processor and a 3G connection, compared with the time that the network alone takes.
 */
import { parseArgs } from "node:util";
import { chromium, findProgram } from "@fairclick/dev/setup/find-program";
import { launchBrowser } from "@fairclick/e2e/browser";
import { addAccount, addCampaign, fundWallet } from "@fairclick/e2e/spec/market";
import { removeDataDir, startStack } from "@fairclick/e2e/stack";
import { describeMachine } from "./report/describe-machine";
import { printTable } from "./report/print-table";
import { computeSpread, show } from "./report/statistics";
import { type ColdLoad, loadCold } from "./web/load-cold";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "5" } } });
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
  const loads: ColdLoad[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    loads.push(await loadCold(browser, { url: stack.appUrl, token: creator.token }));
  }
  console.log(`${describeMachine()}`);
  const median = (pick: (load: ColdLoad) => number) => show(computeSpread(loads.map(pick)), 0);
  printTable(
    ["Creator Hub, cold, 4× slower processor, 3G (1.6 Mbit/s, 150 ms)", "ms"],
    [
      ["heading, tabs and search are there and answer", median((load) => load.usableMs)],
      ["campaigns that can be joined are there", median((load) => load.campaignsMs)],
      [
        "of it the network alone, for as many bytes in two round trips",
        median((load) => load.networkMs),
      ],
    ],
  );
  printTable(
    ["Loaded", "kB"],
    [
      ["JavaScript, as sent, until then", median((load) => load.scriptBytes / 1_000)],
      ["everything, as sent, until then", median((load) => load.neededBytes / 1_000)],
      ["everything, as sent, with fonts and toasts", median((load) => load.allBytes / 1_000)],
    ],
  );
  const shifts = computeSpread(loads.map(({ layoutShift }) => layoutShift));
  console.log(`Layout shift: ${show(shifts, 4)}`);
} finally {
  await browser.close();
  await stack.stop();
  removeDataDir(stack);
}
