import { describeMachine } from "../report/describe-machine";
import { printTable } from "../report/print-table";
import { judgeAgents } from "./agents";
import { printAssumptions } from "./assumptions";
import { playFarms } from "./farms";
import { playHomes } from "./homes";
import { judgeFarms, judgeHonestMonths } from "./honest-month";
import { playViralHours } from "./play-audience";
import { playRivals } from "./rivals";
import type { Row } from "./rows";
import { openPeopleWorld, type PeopleWorld } from "./world";

type Options = {
  /** 1 for the whole audience of the viral hour; smaller numbers scale people, links and addresses alike. */
  size: number;
  /** Addresses that the carriers' people sit on. */
  carriers: number;
  /** Clicks of the honest links that a rival attacks. */
  links: readonly number[];
  /** Honest creators of each audience that are judged for a month. */
  creators: number;
  /** Only the scenes with this text in their name. */
  only: string;
  /** A signal that is only noted, to see what gets worse; null for none. */
  without: string | null;
};

const scenes: Record<string, (world: PeopleWorld, options: Options) => Promise<Row[]>> = {
  agents: async () => judgeAgents(),
  months: async (_world, { creators }) => [...judgeHonestMonths(creators), ...judgeFarms()],
  homes: (world) => playHomes(world),
  farms: (world) => playFarms(world),
  rivals: (world, { links }) => playRivals(world, links),
  viral: playViralHours,
};

/**
 * Plays audiences, rivals and farms through recording, settlement, reports, the judgement of links and
 * withdrawals, and prints what became of them beside what was measured before. Returns whether all is met.
 */
export async function benchPeople(options: Options): Promise<boolean> {
  console.log(`${describeMachine()}\n`);
  printAssumptions();
  if (options.size !== 1) {
    console.log(
      `Size ${options.size}: numbers that grow with a link's clicks differ from a whole audience.`,
    );
  }
  if (options.without) console.log(`Without ${options.without}: it is only noted.`);
  const world = await openPeopleWorld(options.without);
  try {
    const rows: Row[] = [];
    for (const [name, play] of Object.entries(scenes)) {
      if (!name.includes(options.only)) continue;
      const startedAt = performance.now();
      rows.push(...(await play(world, options)));
      console.log(`${name}: ${Math.round((performance.now() - startedAt) / 1_000)} s`);
    }
    console.log("");
    printTable(
      ["what", "before", "must be", "now"],
      rows.map(({ what, before, must, now, isMet }) => [
        ...[what, before, must],
        isMet ? now : `${now} — not met`,
      ]),
    );
    console.log(
      "Mobile and home addresses refused: `bun bench/networks.ts`. Frauds in a market: `bun bench/frauds.ts`.",
    );
    return rows.every(({ isMet }) => isMet);
  } finally {
    await world.close();
  }
}
