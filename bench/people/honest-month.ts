import {
  FALSE_ALARMS,
  FINDING_SPAN_DAYS,
  judgeCreator,
} from "@fairclick/core/clicks/link-findings";
import { type Random, seededRandom } from "@fairclick/e2e/world/seeded-random";
import { assumed } from "./assumptions";
import { drawNormal } from "./random";
import { formatPercent, type Row } from "./rows";

const DAYS = 30;
const SEED = 88;
const CREATORS_PER_CAMPAIGN = 8;
const FARM_RUNS = 200;
const FARM_DAYS = 7;

/** Clicks and players of each day. */
type Days = { clicks: number; players: number }[];

/**
 * Judges honest creators of three audiences every day of a month, by the product's own function: without a
 * database, because there are thousands of them. Every campaign has creators of all audiences.
 */
export function judgeHonestMonths(creators: number): Row[] {
  const random = seededRandom(SEED);
  const kinds = Object.entries(assumed.joinsOfAudiences);
  const found = new Map<string, { found: number; judged: number }>();
  for (let n = 0; n < (creators * kinds.length) / CREATORS_PER_CAMPAIGN; n += 1) {
    const campaign = Array.from({ length: CREATORS_PER_CAMPAIGN }, (_, k) => {
      const [kind = "", joins = 0] = kinds[(n * CREATORS_PER_CAMPAIGN + k) % kinds.length] ?? [];
      return { kind, days: drawHonest(random, joins) };
    });
    const all = campaign.map(({ days }) => days);
    for (const { kind, days } of campaign) {
      const sum = found.get(kind) ?? { found: 0, judged: 0 };
      found.set(kind, {
        found: sum.found + (isFoundWithin(all, days, DAYS) ? 1 : 0),
        judged: sum.judged + 1,
      });
    }
  }
  return [...found].map(([kind, sum]) => ({
    what: `honest creators found in ${DAYS} days, ${kind} audience, ${sum.judged.toLocaleString("en-US")} creators of 50 to 20,000 clicks`,
    ...{ before: "7.5–8.8 %", must: "≤ 0.5 %" },
    now: formatPercent(sum.found, sum.judged, 2),
    isMet: sum.found <= 0.005 * sum.judged,
  }));
}

/** Farms of 700 to 35,000 clicks in a week beside seven honest creators: how many are found until it ends. */
export function judgeFarms(): Row[] {
  const [least, most] = [700, 35_000];
  return [0, 32].map((joins) => {
    const random = seededRandom(SEED + joins);
    let found = 0;
    for (let run = 0; run < FARM_RUNS; run += 1) {
      const clicks = least * (most / least) ** random.next();
      const kinds = Object.values(assumed.joinsOfAudiences);
      const honest = Array.from({ length: CREATORS_PER_CAMPAIGN - 1 }, (_, k) =>
        drawHonest(random, kinds[k % kinds.length] ?? 0),
      );
      // One player counts once, however many joins name it.
      const farm = Array.from({ length: FARM_DAYS }, (_, day) => ({
        clicks: Math.round(clicks / FARM_DAYS),
        players: joins > 0 && day === 0 ? 1 : 0,
      }));
      if (isFoundWithin([...honest, farm], farm, FARM_DAYS)) found += 1;
    }
    return {
      what: `farms of ${least} to ${most.toLocaleString("en-US")} clicks, game reports${joins ? `, ${joins} joins of one player` : ""}: held before payout, of ${FARM_RUNS} runs`,
      before: joins ? "cleared by one player" : "paid after six days",
      must: "≥ 95 %",
      now: formatPercent(found, FARM_RUNS),
      isMet: found >= 0.95 * FARM_RUNS,
    };
  });
}

/** Judges one creator at the end of each day by the days before, as the product does. */
function isFoundWithin(campaign: readonly Days[], own: Days, days: number): boolean {
  const others = campaign.filter((each) => each !== own);
  for (let day = 1; day <= days; day += 1) {
    const [from, to] = [Math.max(0, day - FINDING_SPAN_DAYS), day];
    const compared = withoutMostInfluential(others.map((each) => sumDays(each, from, to)));
    const clicks = compared.reduce((total, each) => total + each.clicks, 0);
    const link = sumDays(own, from, to);
    const [judged] = judgeCreator([
      {
        ...{ clicks: link.clicks, players: link.players, paidMicros: BigInt(link.clicks) },
        others: {
          clicks,
          players: compared.reduce((total, each) => total + each.players, 0),
          creators: clicks ** 2 / compared.reduce((total, each) => total + each.clicks ** 2, 0),
        },
      },
    ]);
    if (judged && judged.probability <= FALSE_ALARMS && judged.unexplained > 0) return true;
  }
  return false;
}

type Counts = ReturnType<typeof sumDays>;

/** Leaves out the creator who raises the others' rate most, as the product does. */
function withoutMostInfluential(others: readonly Counts[]): Counts[] {
  const influence = ({ clicks, players }: Counts) => players ** 2 / Math.max(1, clicks);
  return [...others].sort((one, other) => influence(other) - influence(one)).slice(1);
}

function sumDays(days: Days, from: number, to: number) {
  return days
    .slice(from, to)
    .reduce(
      (sum, day) => ({ clicks: sum.clicks + day.clicks, players: sum.players + day.players }),
      { clicks: 0, players: 0 },
    );
}

/** An honest creator: of 50 to 20,000 clicks, evenly by logarithm, on days of very different size. */
function drawHonest(random: Random, joins: number): Days {
  const all = 50 * 400 ** random.next();
  const busy = Array.from({ length: DAYS }, () => Math.exp(drawNormal(random)));
  const sum = busy.reduce((total, each) => total + each, 0);
  const { creators, days } = assumed.joinsDiffer;
  const own = joins * Math.exp(creators * drawNormal(random));
  return busy.map((share) => {
    const clicks = Math.round((all * share) / sum);
    const rate = Math.min(0.95, own * Math.exp(days * drawNormal(random)));
    return { clicks, players: drawBinomial(random, clicks, rate) };
  });
}

function drawBinomial(random: Random, trials: number, probability: number): number {
  if (trials * probability > 200) {
    const spread = Math.sqrt(trials * probability * (1 - probability));
    return Math.round(Math.max(0, trials * probability + spread * drawNormal(random)));
  }
  let drawn = 0;
  for (let n = 0; n < trials; n += 1) if (random.next() < probability) drawn += 1;
  return drawn;
}
