import { formatExactDollars } from "@fairclick/core/amounts";
import { type Random, seededRandom } from "@fairclick/e2e/world/seeded-random";
import { layOutAddresses, unknownAddress } from "./addresses";
import { assumed } from "./assumptions";
import { drawAudience, drawInDay } from "./audience";
import { drawPhone, openInApp } from "./browsers";
import { type Outcome, playVisits, type Visit } from "./play-visits";
import type { Row } from "./rows";
import { type Link, PAYOUT_MICROS, type PeopleWorld } from "./world";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SEED = 41;
const CARRIER_ADDRESSES = 1_000;
const OTHER_CREATORS = 4;
/** People who follow each of the other creators' links. */
const OTHER_PEOPLE = 300;
/** People who follow the victim's link after the judgement. */
const LATER_PEOPLE = 60;
const ATTACKS = [10, 120, 2_000];

type Attack = { people: number; clicks: number; reports: boolean };

/** What became of the victim: what waits beyond the pay of the rival's clicks, and how many clicks of people were not paid. */
type Harm = { waitingMicros: bigint; unpaid: number };

/**
 * Sends clicks of a rival, each from a network of its own and none with a player, to honest links of two
 * sizes, where the game reports and where it does not. Each row compares with the same link left alone.
 */
export async function playRivals(world: PeopleWorld, sizes: readonly number[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const people of sizes) {
    for (const reports of [true, false]) {
      const alone = await attack(world, { people, clicks: 0, reports });
      const harms: Harm[] = [];
      for (const clicks of ATTACKS) harms.push(await attack(world, { people, clicks, reports }));
      const frozen = harms.map(({ waitingMicros }) => waitingMicros - alone.waitingMicros);
      const unpaid = harms.map((harm) => harm.unpaid - alone.unpaid);
      rows.push({
        what: `a rival's ${ATTACKS.join(", ")} clicks on an honest link of ${people}, game ${reports ? "reports" : "does not report"}: money frozen; clicks refused or held`,
        before: "all of it",
        must: "0; 0",
        now: `${frozen.map(formatExactDollars).join(", ")}; ${unpaid.join(", ")}`,
        isMet: frozen.every((micros) => micros <= 0n) && unpaid.every((clicks) => clicks <= 0),
      });
    }
  }
  return rows;
}

async function attack(world: PeopleWorld, { people, clicks, reports }: Attack): Promise<Harm> {
  const random = seededRandom(SEED + people);
  const day = await world.takeDays(4);
  const [victim, ...others] = await world.addLinks(1 + OTHER_CREATORS);
  if (!victim) throw new Error("The victim's link is missing");
  const draw = (link: Link, count: number, days: readonly number[]) =>
    drawPeople(random, { link, count, reports, at: () => day + DAY_MS * random.pick(days) });
  const before = [
    ...draw(victim, people, [0, 1]),
    ...others.flatMap((link) => draw(link, OTHER_PEOPLE, [0, 1])),
  ];
  const later = draw(victim, LATER_PEOPLE, [2]);
  const placed = placeClicks(victim, clicks, day + 2 * DAY_MS);
  const first = await playVisits(world, { visits: [...before, ...placed] });
  const judgedAt = day + 2 * DAY_MS + 7 * HOUR_MS;
  const waits = (await world.withdrawAll(victim.creatorId, judgedAt)).waitingMicros;
  const paid = first.filter(({ visit, verdict }) => visit.kind === "rival" && verdict === "valid");
  // What the rival's clicks were paid may wait: it is no harm.
  const waitingMicros = waits - PAYOUT_MICROS * BigInt(paid.length);
  const second = await playVisits(world, { visits: later });
  const unpaid = [...first, ...second].filter(
    (each) => isPersonOf(victim, each) && each.verdict !== "valid",
  );
  return { waitingMicros: waitingMicros > 0n ? waitingMicros : 0n, unpaid: unpaid.length };
}

const isPersonOf = (victim: Link, { visit }: Outcome) =>
  visit.link === victim && visit.kind !== "rival" && visit.kind !== "program";

type Drawn = { link: Link; count: number; reports: boolean; at: () => number };

/** An audience in which a part of the first visits arrives in the game. */
export function drawPeople(random: Random, { link, count, reports, at }: Drawn): Visit[] {
  const addresses = layOutAddresses(random, CARRIER_ADDRESSES, 1);
  const visits = drawAudience(
    { random, addresses },
    { people: count, arrive: () => ({ link, at: at() + drawInDay(random) }) },
  );
  return visits.map((visit) =>
    reports && visit.isFirst && random.next() < assumed.joins
      ? { ...visit, player: crypto.randomUUID() }
      : visit,
  );
}

/** In the first six hours of a day, in the browsers of apps. */
function placeClicks(link: Link, clicks: number, day: number): Visit[] {
  const random = seededRandom(SEED + 1);
  return Array.from({ length: clicks }, (_, n) => ({
    link,
    ip: unknownAddress(n, n),
    browser: openInApp(drawPhone(random), random, false),
    at: Math.floor(day + (n / clicks) * 6 * HOUR_MS),
    kind: "rival",
    isFirst: true,
  }));
}
