import type { Random } from "@fairclick/e2e/world/seeded-random";
import type { Addresses } from "./addresses";
import { assumed, type Place } from "./assumptions";
import {
  type Browser,
  drawPhone,
  drawRank,
  openInApp,
  openOnChromebook,
  openOnDesktop,
  openOnPhone,
  openProgram,
  type Phone,
} from "./browsers";
import type { Visit } from "./play-visits";
import type { Link } from "./world";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const programs = ["facebookexternalhit/1.1", "Twitterbot/1.0", "curl/8.11.0", "Googlebot/2.1"];

type Region = { random: Random; addresses: Addresses };
type Audience = {
  people: number;
  /** Returns the link and the time of a person's first visit. */
  arrive: () => { link: Link; at: number };
};

/** Returns all requests of an audience, unsorted. Pupils come in classes to one link. */
export function drawAudience(region: Region, { people, arrive }: Audience): Visit[] {
  const { random } = region;
  const visits: Visit[] = [];
  let left = people;
  while (left > 0) {
    const place = drawPlace(random);
    const { link, at } = arrive();
    const ip = region.addresses.draw(place);
    const group = place === "school" ? assumed.pupilsPerClass : 1;
    // A class counts as one draw, so it is drawn less often than a person.
    if (group > 1 && random.next() >= 1 / group) continue;
    let comesAt = at;
    for (let n = 0; n < group; n += 1) {
      visits.push(...drawPerson(region, { place, link, ip, at: comesAt }));
      comesAt += -Math.log(1 - random.next()) * assumed.pupilGapSeconds * 1_000;
    }
    left -= group;
  }
  for (let n = 0; n < people * assumed.programs; n += 1) {
    const { link, at } = arrive();
    const ip = `66.249.${drawRank(random, 60)}.${1 + drawRank(random, 250)}`;
    const browser = openProgram(random.pick(programs));
    visits.push({ at, link, ip, browser, kind: "program", isFirst: false });
  }
  return visits.map((visit) => ({ ...visit, at: Math.floor(visit.at) }));
}

/** The time within an hour: the median of five draws, so that most come in its middle. */
export function drawInWave(random: Random): number {
  const draws = Array.from({ length: 5 }, () => random.next()).sort((a, b) => a - b);
  return (draws[2] ?? 0) * HOUR_MS;
}

/** The time within a day: few come at night. */
export function drawInDay(random: Random): number {
  const isByDay = random.next() < 0.9;
  return HOUR_MS * (isByDay ? random.between(8, 23) : random.between(0, 24));
}

type Person = { place: Place; link: Link; ip: string; at: number };

/** A person's first visit and what follows it. */
function drawPerson({ random, addresses }: Region, person: Person): Visit[] {
  const { place, link, ip, at } = person;
  const { first, phone } = drawDevice(place, random);
  const visit = { at, link, ip, browser: first, kind: place, isFirst: true };
  const later = (more: Partial<Visit> & { at: number }) => ({ ...visit, isFirst: false, ...more });
  const visits: Visit[] = [visit];
  if (random.next() < assumed.impatient) {
    let tapsAt = at;
    for (let taps = 1 + drawRank(random, assumed.impatientTaps); taps > 0; taps -= 1) {
      tapsAt += random.between(400, 4_000);
      visits.push(later({ at: tapsAt }));
    }
  }
  if (phone && random.next() < assumed.opensAgain) {
    const opensAt = at + random.between(20_000, 15 * MINUTE_MS);
    visits.push(later({ at: opensAt, browser: openOnPhone(phone, random) }));
  }
  if (random.next() < assumed.comesBack) {
    const hasMoved = place === "carrier" && random.next() < assumed.carrierMoves;
    const comesAt = at + random.between(5 * MINUTE_MS, 3 * HOUR_MS);
    visits.push(later({ at: comesAt, ...(hasMoved && { ip: addresses.draw(place) }) }));
  }
  return visits;
}

function drawDevice(place: Place, random: Random): { first: Browser; phone: Phone | null } {
  if (place === "school" && random.next() < assumed.chromebooks) {
    return { first: openOnChromebook(), phone: null };
  }
  if (place === "office" && random.next() < 0.5) {
    return { first: openOnDesktop(random), phone: null };
  }
  const phone = drawPhone(random);
  if (random.next() >= assumed.inApp) return { first: openOnPhone(phone, random), phone };
  const keepsCookie = random.next() >= assumed.appsWithoutCookies;
  return { first: openInApp(phone, random, keepsCookie), phone };
}

function drawPlace(random: Random): Place {
  let chance = random.next();
  for (const [place, share] of Object.entries(assumed.places)) {
    chance -= share;
    if (chance < 0) return place as Place;
  }
  return "home";
}
