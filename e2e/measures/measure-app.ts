import type { Browser } from "playwright-core";
import { screens } from "../screens/all-screens";
import type { Demo } from "../screens/open-demo";
import type { Screen } from "../screens/screen";
import { type MeasuredPage, measurePage } from "./measure-page";
import { creatorJourney, developerJourney, type Walk, walk } from "./walk";

/** `now` is null for what was not there to be measured. */
export type Measure = { what: string; now: number | null; most: number };

const desk = { width: 1440, height: 900 };

/** Walks the ways of a new developer and a new creator, from the landing page on. */
export async function measureJourneys(browser: Browser, { stack }: Demo) {
  const walks: Walk[] = [];
  const measures: Measure[] = [];
  for (const [name, journey, most] of [
    ["developer, landing to live with $500", developerJourney, [8, 8, 75]],
    ["creator, landing to link copied", creatorJourney, [4, 3, 25]],
  ] as const) {
    const walked = await walk(browser, stack.appUrl, journey);
    const { presses, fields, seconds, stoppedAt } = walked;
    const figures = { presses: presses.length, fields, "seconds by the model": seconds };
    for (const [at, [what, now]] of Object.entries(figures).entries()) {
      measures.push({
        what: `${name}: ${what}`,
        now: stoppedAt ? null : now,
        most: most[at] ?? 0,
      });
    }
    walks.push(walked);
  }
  return { walks, measures };
}

/** Opens every screen that has an address of its own, or those with these names. */
export async function measurePages(browser: Browser, demo: Demo, names?: readonly string[]) {
  const { stack, tokens, market } = demo;
  const seen = new Set<string>();
  const isNew = ({ path, viewer, before }: Screen) =>
    !before && seen.size < seen.add(`${path} ${viewer}`).size;
  const chosen = screens(market)
    .filter(isNew)
    .filter(({ name }) => !names || names.includes(name));
  const open = (screen: Screen) => ({ url: stack.appUrl, token: tokens[screen.viewer], screen });
  const pages: MeasuredPage[] = [];
  for (const screen of chosen) pages.push(await measurePage(browser, open(screen)));
  const campaign = chosen.find(({ name }) => name === "campaign");
  const wide = campaign && (await measurePage(browser, { ...open(campaign), size: desk }));
  return { pages, measures: compareWithLimits(pages, wide) };
}

function compareWithLimits(pages: readonly MeasuredPage[], wide?: MeasuredPage): Measure[] {
  const read = (name: string, figure: "joinY" | "words" | "height" | "buttons" | "scriptBytes") =>
    pages.find((page) => page.name === name && !page.failure)?.[figure] ?? null;
  const script = (name: string) => {
    const bytes = read(name, "scriptBytes");
    return bytes === null ? null : bytes / 1_000;
  };
  // The API reference is a program of its own, and a dialog loads when it opens.
  const [largest] = pages
    .filter(({ path }) => !/^\/docs|dialog=/.test(path))
    .sort((one, other) => other.scriptBytes - one.scriptBytes);
  const most = largest?.name ?? "";
  return [
    { what: "first Join on a phone, y", now: read("hub-new", "joinY"), most: 700 },
    { what: "landing: words", now: read("landing", "words"), most: 450 },
    { what: "landing: height", now: read("landing", "height"), most: 4_200 },
    { what: "hub-new: height", now: read("hub-new", "height"), most: 2_600 },
    { what: "link: height", now: read("link", "height"), most: 2_200 },
    { what: "profile: height", now: read("profile", "height"), most: 1_700 },
    { what: "campaign: buttons seen at once", now: read("campaign", "buttons"), most: 3 },
    { what: "campaign: the same at 1440 px", now: wide?.buttons ?? null, most: 3 },
    { what: `script as sent, kB, most: ${most}`, now: script(most), most: 160 },
    { what: "landing: script as sent, kB", now: script("landing"), most: 60 },
    { what: "all-campaigns: script as sent, kB", now: script("all-campaigns"), most: 60 },
    { what: "axe: broken rules", now: pages.flatMap(({ barriers }) => barriers).length, most: 0 },
  ];
}
