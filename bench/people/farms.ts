import { formatExactDollars } from "@fairclick/core/amounts";
import { seededRandom } from "@fairclick/e2e/world/seeded-random";
import { companyAddress } from "./addresses";
import { drawPhone, openInApp } from "./browsers";
import { playVisits, type Visit } from "./play-visits";
import { drawPeople } from "./rivals";
import type { Row } from "./rows";
import type { Link, PeopleWorld } from "./world";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAYS = 3;
const SEED = 63;
const OTHER_CREATORS = 4;
const OTHER_PEOPLE = 700;
/** The most players that such a farm's real ones could be by chance explain the rest of the money. */
const LEAST_HELD = 0.75;

/** A farm, and how many of its clicks the game reports, all with one player. */
const farms = [
  { clicks: 700, joins: 0 },
  { clicks: 700, joins: 32 },
  { clicks: 5_000, joins: 32 },
];

/** Plays farms through the product, in a campaign whose game reports: what could leave before anybody looks. */
export async function playFarms(world: PeopleWorld): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { clicks, joins } of farms) {
    const random = seededRandom(SEED + clicks);
    const day = await world.takeDays(DAYS + 1);
    const [farm, ...others] = await world.addLinks(1 + OTHER_CREATORS);
    if (!farm) throw new Error("The farm's link is missing");
    const at = () => day + DAY_MS * Math.floor(random.next() * DAYS);
    const people = others.flatMap((link) =>
      drawPeople(random, { link, count: OTHER_PEOPLE, reports: true, at }),
    );
    await playVisits(world, { visits: [...people, ...paceClicks(farm, { clicks, joins, day })] });
    const { earnedMicros, waitingMicros } = await world.withdrawAll(
      farm.creatorId,
      day + DAYS * DAY_MS + 2 * HOUR_MS,
    );
    rows.push({
      what: `farm of ${clicks} clicks, game reports${joins > 0 ? `, ${joins} joins of one player` : ""}: held of what it earned`,
      before: joins > 0 ? "nothing" : "found, paid after six days",
      must: `≥ ${LEAST_HELD * 100} %: what its players do not explain`,
      now: `${formatExactDollars(waitingMicros)} of ${formatExactDollars(earnedMicros)}`,
      isMet: Number(waitingMicros) >= LEAST_HELD * Number(earnedMicros),
    });
  }
  return rows;
}

type Pace = {
  clicks: number;
  joins: number;
  day: number;
  networks?: number;
  days?: number;
  seed?: number;
};

/** Clicks through homes, evenly over the hours of the day, with the headers of apps and without cookies. */
export function paceClicks(
  link: Link,
  { clicks, joins, day, networks = 19, days = DAYS, seed = SEED }: Pace,
): Visit[] {
  const random = seededRandom(seed);
  return Array.from({ length: clicks }, (_, n) => ({
    ...{ link, kind: "farm", isFirst: true },
    ip: companyAddress(Math.floor(random.next() * networks), Math.floor(random.next() * 60_000)),
    browser: openInApp(drawPhone(random), random, false),
    at: Math.floor(day + ((n + random.next()) * days * DAY_MS) / clicks),
    ...(n % Math.ceil(clicks / Math.max(1, joins)) === 1 && joins > 0
      ? { player: "the same one" }
      : {}),
  }));
}
