import type { BenchLink } from "../world/market";
import { type Random, seededRandom } from "../world/seeded-random";
import { makeVisit, type Visit } from "./visitors";

export type Answers = {
  /** Ids of the clicks of redirected visitors. */
  answered: string[];
  /** Requests that failed or had another status than 302; no visitor relies on them. */
  failed: number;
  /** Number of requests for each link's banner, by `<campaign id> <creator id>`. */
  banners: Map<string, number>;
};

type Load = {
  links: readonly BenchLink[];
  ports: readonly number[];
  random: Random;
  visitors: number;
  /** How long a visitor waits between two visits, at least and at most. */
  pauseMs?: readonly [number, number];
  isOver: (answers: Answers) => boolean;
  /** Called for each visitor who was redirected to a game. */
  onArrival: (link: BenchLink, clickId: string) => void;
};

const ANSWER_TIMEOUT_MS = 5_000;
const BANNERS = 0.2;
const BRISK_MS = [1, 20] as const;

/** Simulates this many concurrent visitors on all ports until `isOver`. */
export async function visitAll({ random, visitors, ...load }: Load): Promise<Answers> {
  const answers: Answers = { answered: [], failed: 0, banners: new Map() };
  const loops = Array.from({ length: visitors }, () =>
    visitOn(answers, { ...load, random: seededRandom(random.next() * 2 ** 32) }),
  );
  await Promise.all(loops);
  return answers;
}

/** Visits each link until it redirects; returns the ids of the clicks. */
export async function visitEach(links: readonly BenchLink[], port: number): Promise<string[]> {
  const ids: string[] = [];
  for (const link of links) {
    for (let id: string | null = null; id === null; ) {
      id = await follow(`http://127.0.0.1:${port}`, { link, method: "GET", headers: {} });
      if (id) ids.push(id);
    }
  }
  return ids;
}

async function visitOn(answers: Answers, load: Omit<Load, "visitors">) {
  const { links, ports, random, pauseMs = BRISK_MS, isOver, onArrival } = load;
  while (!isOver(answers)) {
    const origin = `http://127.0.0.1:${random.pick(ports)}`;
    const visit = makeVisit(links, random);
    if (random.next() < BANNERS) await loadBanner(origin, visit, answers);
    const id = await follow(origin, visit);
    if (id) {
      answers.answered.push(id);
      onArrival(visit.link, id);
    } else if (visit.isRedirected) answers.failed += 1;
    await Bun.sleep(id || !visit.isRedirected ? random.between(...pauseMs) : 50);
  }
}

async function loadBanner(origin: string, { link, headers }: Visit, { banners }: Answers) {
  const { campaignId, creatorId } = link;
  const name = `${campaignId} ${creatorId}`;
  banners.set(name, (banners.get(name) ?? 0) + 1);
  const url = `${origin}/api/impressions/${campaignId}.svg?userId=${creatorId}`;
  await request(url, { headers: { ...headers, "sec-fetch-dest": "image" } });
}

async function follow(
  origin: string,
  { link, method, headers }: Omit<Visit, "isRedirected">,
): Promise<string | null> {
  const response = await request(`${origin}${link.path}`, { method, headers });
  const location = response?.headers.get("location");
  return response?.status === 302 && location ? readClickId(location) : null;
}

async function request(url: string, init: RequestInit): Promise<Response | null> {
  try {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const response = await fetch(url, { ...init, redirect: "manual", signal });
    await response.body?.cancel();
    return response;
  } catch {
    return null;
  }
}

function readClickId(location: string): string {
  const id = new URL(location).searchParams.get("fc_click");
  if (!id) throw new Error(`No click id in ${location}`);
  return id;
}
