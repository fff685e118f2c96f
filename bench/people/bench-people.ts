import { formatExactDollars } from "@fairclick/core/amounts";
import { type ClickRules, clickRuleChoices } from "@fairclick/core/campaigns/campaign-input";
import { describeMachine } from "../report/describe-machine";
import { printTable } from "../report/print-table";
import * as acts from "./acts";
import { printAssumptions } from "./assumptions";
import { type FarmOutcome, playFarms } from "./farms";
import { type AudienceOutcomes, playAudience } from "./play-audience";
import { printAudience } from "./print-audience";
import { openScene, type Scene } from "./scene";
import { openPeopleWorld, PAYOUT_MICROS } from "./world";

type Options = {
  /** 1 for the whole audience; smaller numbers scale people, links and addresses alike. */
  size: number;
  /** Numbers of addresses that the carriers' people sit on. */
  carriers: readonly number[];
};

type Row = { act: string; today: string; must: string; cells: Map<ClickRules, acts.ActOutcome> };

/** Acts of one person against others: what was measured before, and what each column must show. */
const playedActs = [
  {
    act: "one request to the trap from a carrier's address",
    today: "60/60 refused",
    must: "0 others touched",
    play: acts.springTrap,
  },
  {
    act: "the same, if nobody knows that it is shared",
    today: "60/60 refused",
    must: "0 others touched",
    play: acts.atUnknownAddresses(acts.springTrap),
  },
  {
    act: "1,100 curl requests to a link that 1,000 people follow",
    today: "952/1,000 held",
    must: "≥ 990 paid",
    play: acts.sendPrograms,
  },
  {
    act: "creator and developer sign in once behind a carrier's address",
    today: "60/60 refused",
    must: "0 others touched, own clicks found",
    play: acts.signIn,
  },
  {
    act: "the same, if nobody knows that it is shared",
    today: "60/60 refused",
    must: "0 others touched, own clicks found",
    play: acts.atUnknownAddresses(acts.signIn),
  },
  {
    act: "one pupil clicks every 20 s",
    today: "100/100 refused",
    must: "shared-aware: 0 touched",
    play: acts.clickAtSchool,
  },
  {
    act: "30 pupils on equal Chromebooks, one every 25 s",
    today: "1 paid",
    must: "shared-aware: ≥ 25 paid",
    play: acts.sitInClass(25),
  },
  {
    act: "the same, one every 10 s",
    today: "0 paid",
    must: "shared-aware: ≥ 25 paid",
    play: acts.sitInClass(10),
  },
  {
    act: "200 people through NAT64 on an IPv6-only host",
    today: "200/200 refused",
    must: "0 refused",
    play: acts.comeThroughNat64,
  },
] as const;

/**
 * Plays a simulated audience, single acts and farms through recording and settlement, once per
 * kind of click rules, and prints what was paid, held and refused.
 */
export async function benchPeople({ size, carriers }: Options): Promise<void> {
  console.log(`${describeMachine()}\n`);
  printAssumptions();
  if (size !== 1) {
    console.log(`Size ${size}: limits that count a link's clicks differ from a whole audience.\n`);
  }
  const world = await openPeopleWorld();
  try {
    const scenes = clickRuleChoices.map((rules) => openScene(world, rules));
    const rows: Row[] = [];
    for (const { play, ...row } of playedActs) {
      const cells = new Map<ClickRules, acts.ActOutcome>();
      for (const scene of scenes) cells.set(scene.rules, await acts.playAct(scene, play));
      rows.push({ ...row, cells });
    }
    for (const count of carriers) rows.push(await runAudience(scenes, { carriers: count, size }));
    await runFarms(scenes, size);
    printRows(rows);
  } finally {
    await world.close();
  }
}

async function runAudience(
  scenes: readonly Scene[],
  options: { carriers: number; size: number },
): Promise<Row> {
  const cells = new Map<ClickRules, acts.ActOutcome>();
  for (const scene of scenes) {
    const outcomes = await playAudience(scene, options);
    console.log(
      `## ${scene.rules}, carriers' people on ${options.carriers.toLocaleString("en-US")} addresses\n`,
    );
    printAudience(outcomes);
    cells.set(scene.rules, sumViral(outcomes));
  }
  return {
    act: `20,000 clicks in an hour behind ${options.carriers.toLocaleString("en-US")} carrier addresses`,
    today: measuredBefore.get(options.carriers) ?? "",
    must: "shared-aware: ≥ 95 % (≥ 93 % on carriers)",
    cells,
  };
}

/** First visits paid, and of them on carriers' networks, before shared-aware rules. */
const measuredBefore = new Map([
  [300, "81.4 % (58.2 %)"],
  [1_000, "93.0 % (92.3 %)"],
  [10_000, "94.9 % (98.6 %)"],
]);

function sumViral({ viral }: AudienceOutcomes): acts.ActOutcome {
  const first = viral.filter(({ visit }) => visit.isFirst);
  const onCarriers = first.filter(({ visit }) => visit.kind === "carrier");
  const [all, carrier] = [first, onCarriers].map(
    (outcomes) =>
      (100 * outcomes.filter(({ verdict }) => verdict === "valid").length) / outcomes.length,
  );
  return {
    figure: `${(all ?? 0).toFixed(1)} % (${(carrier ?? 0).toFixed(1)} %)`,
    isMet: (all ?? 0) >= 95 && (carrier ?? 0) >= 93,
  };
}

async function runFarms(scenes: readonly Scene[], size: number): Promise<void> {
  const columns: FarmOutcome[][] = [];
  for (const scene of scenes) columns.push(await playFarms(scene, size));
  console.log("## Farms: income, and clicks paid, held and refused\n");
  printTable(
    ["farm", ...scenes.map(({ rules }) => rules)],
    (columns[0] ?? []).map(({ farm, clicks }, row) => [
      farm,
      ...columns.map((column) => describeFarm(column[row]?.clicks ?? [], clicks)),
    ]),
  );
}

/** An income above the literal one by more than chance explains is marked. */
function describeFarm(clicks: FarmOutcome["clicks"], literal: FarmOutcome["clicks"]): string {
  const count = (of: FarmOutcome["clicks"], wanted: string) =>
    of.filter(({ verdict }) => verdict === wanted).length;
  const paid = count(clicks, "valid");
  const income = formatExactDollars(BigInt(paid) * PAYOUT_MICROS);
  const figures = `${paid} paid, ${count(clicks, "held")} held, ${count(clicks, "invalid")} refused`;
  return `${income}: ${figures}${paid > count(literal, "valid") * 1.02 ? " — rises" : ""}`;
}

function printRows(rows: readonly Row[]): void {
  console.log("## What one person can do, and what an audience gets\n");
  printTable(
    ["act", "before", "must become", ...clickRuleChoices],
    rows.map(({ act, today, must, cells }) => [
      act,
      today,
      must,
      ...clickRuleChoices.map((rules) => {
        const cell = cells.get(rules);
        if (!cell) return "";
        const counts = rules === "literal" ? !must.startsWith("shared-aware") : true;
        return `${cell.figure}${counts && !cell.isMet ? " — not met" : ""}`;
      }),
    ]),
  );
}
