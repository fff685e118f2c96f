import { type ClickRules, clickRuleChoices } from "@fairclick/core/campaigns/campaign-input";
import { seededRandom } from "@fairclick/e2e/world/seeded-random";
import { address, layOutAddresses } from "./addresses";
import { assumed } from "./assumptions";
import { drawAudience, drawInDay, drawInWave } from "./audience";
import { drawPhone, drawRank, openInApp } from "./browsers";
import { type Outcome, playVisits, readOutcomes, type Visit } from "./play-visits";
import { formatPercent, type Row } from "./rows";
import type { Link, PeopleWorld } from "./world";

const VIRAL_HOUR = 16;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK = 7;
const SEED = 20_260_301;

type Played = {
  /** Addresses that the carriers' people sit on. */
  carriers: number;
  /** 1 for the whole audience; smaller numbers scale people, links and addresses alike. */
  size: number;
  rules: ClickRules;
  /** Whether another creator of the campaign first places 25 clicks on each of these addresses. */
  hasRival: boolean;
};

const CLICKS_PER_ADDRESS = 25;

/** What was paid before this was mended, of first visits and of those on carriers: alone, and beside the rival. */
const before: Record<ClickRules, [string, string]> = {
  literal: ["81.6 % (58.3 %)", "62.4 % (0.7 %)"],
  "shared-aware": ["94.4 % (96.3 %)", "79.9 % (53.1 %)"],
};

/** Plays the viral hour by both kinds of rules, alone and beside a rival. */
export async function playViralHours(
  world: PeopleWorld,
  options: Pick<Played, "carriers" | "size">,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const rules of clickRuleChoices) {
    const isLiteral = rules === "literal";
    const alone = await playHour(world, { ...options, rules, hasRival: false });
    const beside = await playHour(world, { ...options, rules, hasRival: true });
    const [today, todayBeside] = before[rules];
    const what = `viral hour on ${options.carriers} carrier addresses, ${rules}: first visits paid (on carriers)`;
    const isEnough = (paid: Paid) => isLiteral || (paid.all >= 0.95 && paid.carrier >= 0.95);
    const must = isLiteral ? "as the user's rule gives" : "≥ 95 % (≥ 95 %)";
    const isSame = (one: Paid, other: Paid) =>
      one.all >= other.all - 0.001 && one.carrier >= other.carrier - 0.001;
    rows.push(
      ...[
        { what, before: today, must, now: describe(alone.atOnce), isMet: isEnough(alone.atOnce) },
        {
          what: `the same after ${WEEK} days, in which held clicks are judged again`,
          ...{ before: today, must, now: describe(alone.later), isMet: isEnough(alone.later) },
        },
        {
          what: `the same beside a rival's ${CLICKS_PER_ADDRESS} clicks on each of them in the six hours before: at once`,
          ...{ before: todayBeside, must: "the same", now: describe(beside.atOnce) },
          isMet: isSame(beside.atOnce, alone.atOnce),
        },
        {
          what: `after ${WEEK} days`,
          ...{ before: todayBeside, must: "the same", now: describe(beside.later) },
          isMet: isSame(beside.later, alone.later),
        },
      ],
    );
  }
  return rows;
}

type Paid = { all: number; carrier: number };

function describe({ all, carrier }: Paid): string {
  return `${formatPercent(all, 1)} (${formatPercent(carrier, 1)})`;
}

async function playHour(
  world: PeopleWorld,
  played: Played,
): Promise<{ atOnce: Paid; later: Paid }> {
  const { rules, hasRival } = played;
  const day = await world.takeDays(1);
  const [viral, rival] = await world.addLinks(2, { rules });
  if (!viral || !rival) throw new Error("The viral link is missing");
  const others = await addOtherLinks(world, played);
  const visits = [
    ...drawVisits({ ...played, day, viral, others }),
    ...(hasRival ? placeClicks(rival, day, Math.ceil(played.carriers * played.size)) : []),
  ];
  const first = (await playVisits(world, { visits })).filter(
    ({ visit }) => visit.link === viral && visit.isFirst,
  );
  const atOnce = sumPaid(first);
  await world.letDaysPass(day + DAY_MS, WEEK);
  return { atOnce, later: sumPaid(await readOutcomes(world, first)) };
}

function sumPaid(first: readonly Outcome[]): Paid {
  const share = (of: readonly Outcome[]) =>
    of.filter(({ verdict }) => verdict === "valid").length / of.length;
  return {
    all: share(first),
    carrier: share(first.filter(({ visit }) => visit.kind === "carrier")),
  };
}

type Day = Played & { day: number; viral: Link; others: readonly Link[] };

/** The viral hour of one link beside the day of the other links. */
function drawVisits({ carriers, size, day, viral, others }: Day): Visit[] {
  const random = seededRandom(SEED + carriers);
  const region = { random, addresses: layOutAddresses(random, Math.ceil(carriers * size), size) };
  return [
    ...drawAudience(region, {
      people: assumed.viralPeople * size,
      arrive: () => ({ link: viral, at: day + VIRAL_HOUR * HOUR_MS + drawInWave(random) }),
    }),
    ...drawAudience(region, {
      people: assumed.otherPeople * size,
      arrive: () => ({
        link: others[drawRank(random, others.length)] ?? viral,
        at: day + drawInDay(random),
      }),
    }),
  ];
}

function placeClicks(link: Link, day: number, addresses: number): Visit[] {
  const random = seededRandom(SEED);
  return Array.from({ length: addresses * CLICKS_PER_ADDRESS }, (_, n) => ({
    ...{ link, kind: "rival", isFirst: true },
    ip: address("92.40", n % addresses),
    browser: openInApp(drawPhone(random), random, false),
    at: Math.floor(day + HOUR_MS * (VIRAL_HOUR - 6 + (6 * n) / addresses / CLICKS_PER_ADDRESS)),
  }));
}

async function addOtherLinks(world: PeopleWorld, { rules, size }: Played): Promise<Link[]> {
  const links: Link[] = [];
  while (links.length < assumed.otherLinks * size) {
    links.push(...(await world.addLinks(assumed.creatorsPerCampaign, { rules })));
  }
  return links;
}
