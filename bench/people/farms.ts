import { type Random, seededRandom } from "@fairclick/e2e/world/seeded-random";
import { type Addresses, address, layOutAddresses } from "./addresses";
import { assumed } from "./assumptions";
import { drawAudience, drawInWave } from "./audience";
import { type Browser, drawPhone, openInApp, openOnPhone } from "./browsers";
import { type Outcome, playVisits, type Visit } from "./play-visits";
import type { Scene } from "./scene";
import type { Link } from "./world";

const HOUR_MS = 3_600_000;
const SEED = 7_000;
const FARM_CLICKS = 2_000;
const CARRIER_ADDRESSES = 300;
const MODEMS = 10;
/** Clicks of a modem until it connects again and has another of the carrier's addresses. */
const CLICKS_PER_ADDRESS = 8;

export type FarmOutcome = { farm: string; clicks: Outcome[] };

type Farm = {
  name: string;
  clicks: number;
  /** Returns where the farm's next click comes from. */
  next: (random: Random, addresses: Addresses) => () => Pick<Visit, "ip" | "browser">;
  /** People who follow the same link within an hour. */
  honestPeople: number;
};

const drawBrowser = (random: Random) => openInApp(drawPhone(random), random, false);

/** What the requests of a modem look like: another phone's app each time, its own app's, or Chrome's. */
type Looks = "changing" | "app" | "Chrome";

function useModems(looks: Looks): Farm["next"] {
  return (random, addresses) => {
    const modems = Array.from({ length: MODEMS }, () => ({
      ip: "",
      left: 0,
      browser: looks === "Chrome" ? openChrome(random) : drawBrowser(random),
    }));
    return () => {
      const modem = random.pick(modems);
      if (modem.left === 0) {
        Object.assign(modem, { ip: addresses.draw("carrier"), left: CLICKS_PER_ADDRESS });
      }
      modem.left -= 1;
      return { ip: modem.ip, browser: looks === "changing" ? drawBrowser(random) : modem.browser };
    };
  };
}

function openChrome(random: Random): Browser {
  const phone = { ...drawPhone(random), isIphone: false };
  return { ...openOnPhone(phone, random), keepsCookie: false };
}

const farms: readonly Farm[] = [
  {
    name: "one address",
    clicks: FARM_CLICKS,
    next: (random) => () => ({ ip: "82.60.0.9", browser: drawBrowser(random) }),
    honestPeople: 0,
  },
  {
    name: "one address of a carrier",
    clicks: FARM_CLICKS,
    next: (random) => () => ({ ip: address("92.40", 9), browser: drawBrowser(random) }),
    honestPeople: 0,
  },
  {
    name: "ten modems on a carrier of 300 addresses",
    clicks: FARM_CLICKS,
    next: useModems("changing"),
    honestPeople: 0,
  },
  {
    name: "the same, each modem with the headers of one app",
    clicks: FARM_CLICKS,
    next: useModems("app"),
    honestPeople: 0,
  },
  {
    name: "the same, each modem with the headers of one Chrome",
    clicks: FARM_CLICKS,
    next: useModems("Chrome"),
    honestPeople: 0,
  },
  {
    name: "pool of residential addresses",
    clicks: FARM_CLICKS,
    next: (random) => () => ({
      ip: address("82.70", Math.floor(random.next() * 400_000)),
      browser: drawBrowser(random),
    }),
    honestPeople: 0,
  },
  {
    name: "ten modems, half of a link's clicks",
    clicks: FARM_CLICKS,
    next: useModems("changing"),
    honestPeople: 1_500,
  },
  {
    name: "ten modems beside a viral hour",
    clicks: 4 * FARM_CLICKS,
    next: useModems("changing"),
    honestPeople: assumed.viralPeople,
  },
];

/**
 * Plays each farm on a link of its own: requests with a phone's headers and without cookies, spread
 * over sixteen hours.
 */
export async function playFarms(scene: Scene, size: number): Promise<FarmOutcome[]> {
  const results: FarmOutcome[] = [];
  for (const farm of farms) {
    const random = seededRandom(SEED);
    const region = { random, addresses: layOutAddresses(random, CARRIER_ADDRESSES, 1) };
    const day = await scene.world.nextDay();
    const [link] = await scene.addLinks(1);
    if (!link) throw new Error("The farm's link is missing");
    const own = drawFarm(farm, { ...region, link, day });
    const people = drawAudience(region, {
      people: farm.honestPeople * size,
      arrive: () => ({ link, at: day + 16 * HOUR_MS + drawInWave(random) }),
    });
    const outcomes = await playVisits(scene.world, {
      visits: [...own, ...people],
      ipData: scene.ipData,
    });
    const clicks = outcomes.filter(({ visit }) => visit.kind === "farm");
    results.push({ farm: farm.name, clicks });
  }
  return results;
}

type Place = { random: Random; addresses: Addresses; link: Link; day: number };

function drawFarm({ clicks, next }: Farm, { random, addresses, link, day }: Place): Visit[] {
  const nextPlace = next(random, addresses);
  return Array.from({ length: clicks }, (_, n) => ({
    at: Math.floor(day + 6 * HOUR_MS + ((n + random.next()) * 16 * HOUR_MS) / clicks),
    link,
    ...nextPlace(),
    kind: "farm",
    isFirst: true,
  }));
}
