import type { BenchLink } from "../world/market";
import { type Random, seededRandom } from "../world/seeded-random";
import { makeVisit } from "./visitors";

export type Answers = {
  /** Ids of the clicks whose visitors were sent on. */
  answered: string[];
  /** Requests that failed or were answered with something else: nobody was told that they count. */
  refused: number;
};

type Load = {
  links: readonly BenchLink[];
  ports: readonly number[];
  random: Random;
  visitors: number;
  untilMs: number;
};

const ANSWER_TIMEOUT_MS = 5_000;

/** So many visitors at a time on all ports, until the time is over. */
export async function visitAll({ random, visitors, ...load }: Load): Promise<Answers> {
  const answers: Answers = { answered: [], refused: 0 };
  const loops = Array.from({ length: visitors }, (_, index) =>
    visitOn(answers, { ...load, random: seededRandom(random.next() * 2 ** 32), index }),
  );
  await Promise.all(loops);
  return answers;
}

type Loop = Omit<Load, "visitors"> & { index: number };

async function visitOn(answers: Answers, { links, ports, random, untilMs, index }: Loop) {
  const port = ports[index % ports.length];
  while (performance.now() < untilMs) {
    const { path, ...init } = makeVisit(links, random);
    const id = await follow(`http://127.0.0.1:${port}${path}`, init);
    if (id) answers.answered.push(id);
    else answers.refused += 1;
    await Bun.sleep(id ? random.between(5, 40) : 100);
  }
}

async function follow(url: string, init: RequestInit): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const response = await fetch(url, { ...init, redirect: "manual", signal });
    const location = response.headers.get("location");
    if (response.status === 302 && location) return clickIdOf(location);
    await response.body?.cancel();
    return null;
  } catch {
    return null;
  }
}

function clickIdOf(location: string): string {
  const id = new URL(location).searchParams.get("fc_click");
  if (!id) throw new Error(`No click id in ${location}`);
  return id;
}
