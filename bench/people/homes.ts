import { type ClickRules, clickRuleChoices } from "@fairclick/core/campaigns/campaign-input";
import { asId, type UserId } from "@fairclick/core/ids";
import { type Random, seededRandom } from "@fairclick/e2e/world/seeded-random";
import { recordPresence } from "@fairclick/services/accounts/presence";
import { drawPhone, openInApp, openOnPhone } from "./browsers";
import { type Outcome, playVisits, type Visit } from "./play-visits";
import type { Row } from "./rows";
import type { Link, PeopleWorld } from "./world";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SEED = 52;
/** A cable line, known by its AS. */
const HOME = "82.10.7.9";

/** What is paid of clicks from one's home, by both kinds of rules. */
export async function playHomes(world: PeopleWorld): Promise<Row[]> {
  const own: string[] = [];
  const taught: string[] = [];
  const four: string[] = [];
  for (const rules of clickRuleChoices) {
    own.push(countPaid(await clickAtHome(world, rules)));
    taught.push(countPaid(await clickAtHome(world, rules, true)));
    four.push(countPaid(await clickFourTimes(world, rules)));
  }
  const tell = (counts: string[]) =>
    clickRuleChoices.map((rules, n) => `${rules} ${counts[n]}`).join(", ");
  const isMet = (counts: string[]) => counts.every((count) => count.startsWith("0 "));
  return [
    {
      what: "40 own clicks from one's home in a day, with phones that are not signed in: paid",
      ...{ before: "25 of 40", must: "0", now: tell(own), isMet: isMet(own) },
    },
    {
      what: "the same after 40 clicks of one person with 20 cookies there, on three others' links",
      ...{ before: "24 of 25", must: "0", now: tell(taught), isMet: isMet(taught) },
    },
    {
      what: "four clicks in 30 s by one browser at home: paid",
      before: "literal 0, shared-aware 4",
      ...{ must: "0, any campaign", now: tell(four), isMet: isMet(four) },
    },
  ];
}

function countPaid(outcomes: readonly Outcome[]): string {
  const paid = outcomes.filter(({ verdict }) => verdict === "valid").length;
  return `${paid} of ${outcomes.length}`;
}

async function clickAtHome(world: PeopleWorld, rules: ClickRules, isTaught = false) {
  const random = seededRandom(SEED);
  const day = await world.takeDays(2);
  const [link, ...others] = await world.addLinks(4, { rules });
  if (!link) throw new Error("The creator's link is missing");
  if (isTaught) await playVisits(world, { visits: teach(random, others, day) });
  const startsAt = day + 26 * HOUR_MS;
  const visits = Array.from({ length: 40 }, (_, n) =>
    visit(link, startsAt + n * 25 * MINUTE_MS, openInApp(drawPhone(random), random, false)),
  );
  const { headers } = openOnPhone(drawPhone(random), random);
  const userId = asId<UserId>(link.creatorId);
  const visitor = { ip: HOME, device: crypto.randomUUID(), ...headers };
  // Where a user is signed in is written once in ten minutes of the same place.
  const signIns = [0, 8, 16].map((hours) => ({
    at: startsAt + hours * HOUR_MS - 1,
    run: (now: Date) => recordPresence({ ...world.ctx, now: () => now }, { userId, visitor }),
  }));
  return playVisits(world, { visits, acts: signIns });
}

/** Twenty cookies, each of which clicks twice, on links of strangers in turn. */
function teach(random: Random, links: readonly Link[], day: number): Visit[] {
  const browsers = Array.from({ length: 20 }, () => openOnPhone(drawPhone(random), random));
  return Array.from({ length: 40 }, (_, n) => {
    const [link, browser] = [links[n % links.length], browsers[n % browsers.length]];
    if (!link || !browser) throw new Error("Nothing to click, or nothing to click with");
    return visit(link, day + n * 20 * MINUTE_MS, browser);
  });
}

async function clickFourTimes(world: PeopleWorld, rules: ClickRules) {
  const random = seededRandom(SEED);
  const day = await world.takeDays(1);
  const [link] = await world.addLinks(1, { rules });
  if (!link) throw new Error("The link is missing");
  const browser = openOnPhone(drawPhone(random), random);
  const visits = [0, 10, 20, 30].map((seconds) =>
    visit(link, day + 12 * HOUR_MS + seconds * 1_000, browser),
  );
  return playVisits(world, { visits });
}

const visit = (link: Link, at: number, browser: Visit["browser"]): Visit => ({
  ...{ link, at, browser, ip: HOME, kind: "home", isFirst: true },
});
