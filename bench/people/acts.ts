import { asId, type UserId } from "@fairclick/core/ids";
import { type Random, seededRandom } from "@fairclick/e2e/world/seeded-random";
import { recordPresence } from "@fairclick/services/accounts/presence";
import { markHoneypot } from "@fairclick/services/clicks/honeypot";
import { address, unknownShared } from "./addresses";
import {
  type Browser,
  drawPhone,
  openInApp,
  openOnChromebook,
  openOnPhone,
  openProgram,
} from "./browsers";
import { type Outcome, playVisits, type Visit } from "./play-visits";
import type { Scene } from "./scene";
import type { Link } from "./world";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const SEED = 99;
const carrierAddress = address("92.40", 17);
const schoolAddress = address("81.96", 17);

/** What one person does to others, and what came of it. */
export type ActOutcome = { figure: string; isMet: boolean };

/** The same act where nothing is known about the addresses. */
export function atUnknownAddresses(act: Act): Act {
  return ({ scene, ...setting }) => act({ ...setting, scene: { ...scene, ipData: unknownShared } });
}

export type Act = (setting: Setting) => Promise<ActOutcome>;

type Setting = { scene: Scene; random: Random; startsAt: number; link: Link };

/** Plays one act in a day of its own. */
export async function playAct(scene: Scene, act: Act) {
  const day = await scene.world.nextDay();
  const [link] = await scene.addLinks(1);
  if (!link) throw new Error("The act's link is missing");
  return act({ scene, random: seededRandom(SEED), startsAt: day + 12 * HOUR_MS, link });
}

/** One request to the trap from an address; then sixty other people there, one a minute. */
export async function springTrap({ scene, random, startsAt, link }: Setting): Promise<ActOutcome> {
  const { ctx } = scene.world;
  const rival = openOnPhone(drawPhone(random), random);
  const outcomes = await playVisits(scene.world, {
    ...scene,
    visits: comeEachMinute({ random, link, ip: carrierAddress, startsAt }, 60),
    acts: [
      {
        at: startsAt,
        run: (now) =>
          markHoneypot(
            { ...ctx, now: () => now },
            { ip: carrierAddress, device: null, ...rival.headers },
          ),
      },
    ],
  });
  return describeTouched(outcomes, ["honeypot", "honeypot_address"]);
}

/** 1,100 requests of curl, spread over the hour in which 1,000 people follow the link. */
export async function sendPrograms({
  scene,
  random,
  startsAt,
  link,
}: Setting): Promise<ActOutcome> {
  const at = () => Math.floor(startsAt + random.next() * HOUR_MS);
  const people = Array.from({ length: 1_000 }, (_, n) => ({
    ...visitBy(openInApp(drawPhone(random), random, true), {
      link,
      ip: address("82.20", n),
      at: at(),
    }),
    kind: "person",
  }));
  const programs = Array.from({ length: 1_100 }, () => ({
    ...visitBy(openProgram("curl/8.11.0"), { link, ip: "82.30.0.1", at: at() }),
    kind: "program",
  }));
  const outcomes = await playVisits(scene.world, { ...scene, visits: [...people, ...programs] });
  const persons = outcomes.filter(({ visit }) => visit.kind === "person");
  const paid = countPaid(persons);
  const held = persons.filter(({ verdict }) => verdict === "held").length;
  return { figure: `${paid}/1,000 paid, ${held} held`, isMet: paid >= 990 };
}

/** The creator and the developer sign in once behind a carrier's address; sixty others follow the link there. */
export async function signIn({ scene, random, startsAt, link }: Setting): Promise<ActOutcome> {
  const { ctx } = scene.world;
  const own = [link.creatorId, link.developerId].map((userId) => ({
    userId: asId<UserId>(userId),
    browser: { ...openOnPhone(drawPhone(random), random), cookie: crypto.randomUUID() },
  }));
  const people = comeEachMinute({ random, link, ip: carrierAddress, startsAt }, 60);
  const ownClicks = own.flatMap(({ browser }) =>
    [5, 65, 125].map((minute) =>
      visitBy(browser, {
        link,
        ip: carrierAddress,
        at: startsAt + minute * MINUTE_MS + 500,
        kind: "own",
      }),
    ),
  );
  const outcomes = await playVisits(scene.world, {
    ...scene,
    visits: [...people, ...ownClicks],
    acts: own.map(({ userId, browser }) => ({
      at: startsAt,
      run: (now) =>
        recordPresence(
          { ...ctx, now: () => now },
          { userId, visitor: { ip: carrierAddress, device: browser.cookie, ...browser.headers } },
        ),
    })),
  });
  const isOwn = ({ visit }: Outcome) => visit.kind === "own";
  const others = describeTouched(
    outcomes.filter((outcome) => !isOwn(outcome)),
    ["self_click"],
  );
  const found = countWith(outcomes.filter(isOwn), ["self_click"]);
  return {
    figure: `${others.figure}, ${found}/${ownClicks.length} own clicks found`,
    isMet: others.isMet && found === ownClicks.length,
  };
}

/** One pupil clicks a link every 20 seconds; a hundred others at the school follow other links. */
export async function clickAtSchool({
  scene,
  random,
  startsAt,
  link,
}: Setting): Promise<ActOutcome> {
  const pupil = openOnPhone(drawPhone(random), random);
  const own = Array.from({ length: 300 }, (_, n) =>
    visitBy(pupil, { link, ip: schoolAddress, at: startsAt + n * 20_000, kind: "own" }),
  );
  const others: Visit[] = [];
  for (let n = 0; n < 5; n += 1) {
    const [other] = await scene.addLinks(1);
    if (!other) throw new Error("The other link is missing");
    const from = startsAt + 20 * n * MINUTE_MS;
    others.push(...comeEachMinute({ random, link: other, ip: schoolAddress, startsAt: from }, 20));
  }
  const outcomes = await playVisits(scene.world, { ...scene, visits: [...own, ...others] });
  const people = outcomes.filter(({ visit }) => visit.kind !== "own");
  return describeTouched(people, ["ip_burst", "device_burst"]);
}

/** Thirty pupils on equal Chromebooks follow one link, one every `gapSeconds`. */
export function sitInClass(gapSeconds: number): Act {
  return async ({ scene, startsAt, link }: Setting): Promise<ActOutcome> => {
    const visits = Array.from({ length: 30 }, (_, n) =>
      visitBy(openOnChromebook(), {
        link,
        ip: schoolAddress,
        at: startsAt + n * gapSeconds * 1_000,
      }),
    );
    const outcomes = await playVisits(scene.world, { ...scene, visits });
    const paid = countPaid(outcomes);
    return { figure: `${paid}/30 paid`, isMet: paid >= 25 };
  };
}

/** 200 people follow a link on a host that has only IPv6 and sees IPv4 visitors through NAT64. */
export async function comeThroughNat64({
  scene,
  random,
  startsAt,
  link,
}: Setting): Promise<ActOutcome> {
  const visits = Array.from({ length: 200 }, (_, n) =>
    visitBy(openInApp(drawPhone(random), random, true), {
      link,
      ip: `64:ff9b::${address("82.40", n)}`,
      at: startsAt + n * 1_500,
    }),
  );
  const outcomes = await playVisits(scene.world, { ...scene, visits });
  const refused = outcomes.filter(({ verdict }) => verdict === "invalid").length;
  return { figure: `${refused}/200 refused`, isMet: countPaid(outcomes) === 200 };
}

type Arrival = { random: Random; link: Link; ip: string; startsAt: number };

function comeEachMinute({ random, link, ip, startsAt }: Arrival, people: number): Visit[] {
  return Array.from({ length: people }, (_, n) =>
    visitBy(openInApp(drawPhone(random), random, true), {
      link,
      ip,
      at: startsAt + (n + 1) * MINUTE_MS,
    }),
  );
}

type Moment = Pick<Visit, "link" | "ip" | "at"> & { kind?: string };

function visitBy(browser: Browser, { kind = "person", ...moment }: Moment): Visit {
  return { ...moment, browser, kind, isFirst: true };
}

/** Counts people with one of these signals in their click. */
function describeTouched(people: readonly Outcome[], signals: readonly string[]): ActOutcome {
  const touched = people.filter((outcome) => countWith([outcome], signals) > 0);
  const refused = touched.filter(({ verdict }) => verdict === "invalid").length;
  const verdicts = refused === 0 ? "" : ` (${refused} refused)`;
  return {
    figure: `${touched.length}/${people.length} others touched${verdicts}`,
    isMet: touched.length === 0,
  };
}

function countPaid(outcomes: readonly Outcome[]): number {
  return outcomes.filter(({ verdict }) => verdict === "valid").length;
}

function countWith(outcomes: readonly Outcome[], signals: readonly string[]): number {
  return outcomes.filter((outcome) => outcome.signals.some((signal) => signals.includes(signal)))
    .length;
}
