import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@fairclick/api/client";
import { read } from "./answer";
import { makeImpatient, makePerson, makeProgram, type Visitor } from "./visitors";

const FIRST_VISITORS = 60;
const PAUSE_MS = 4_000;
/** A campaign with less than this share of its budget left is not visited: the demo shall last. */
const SPARED_SHARE = 0.3;

/** Enough clicks at once that charts and lists have something to show. */
export async function sendFirstVisitors(creator: Client): Promise<void> {
  for (const link of await listLinks(creator)) {
    const people = Array.from({ length: FIRST_VISITORS }, makePerson);
    const others = [...makeImpatient(6), makeProgram(), makeProgram(), makeProgram()];
    await Promise.all([...people, ...others].map((visitor) => follow(link, visitor)));
  }
}

/** A few visitors every few seconds, until the signal. */
export async function keepVisiting(creator: Client, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(PAUSE_MS * (0.5 + Math.random()), null, { signal }).catch(() => {});
    if (signal.aborted) return;
    // A part of the stack may be on its way up again: nobody visits meanwhile.
    const links = await listLinks(creator).catch(() => []);
    for (const link of links) {
      const visits = someVisitors().map((visitor) => follow(link, visitor));
      await Promise.allSettled(visits);
    }
  }
}

function someVisitors(): Visitor[] {
  const chance = Math.random();
  if (chance < 0.03) return makeImpatient(5);
  if (chance < 0.15) return [makeProgram()];
  return chance < 0.7 ? [makePerson()] : [];
}

async function listLinks({ api }: Client): Promise<string[]> {
  const { data } = await read(await api.campaigns.joined.$get({ query: {} }));
  return data
    .filter(({ budget, budgetRemaining }) => budgetRemaining > budget * SPARED_SHARE)
    .map(({ redirectLink }) => redirectLink);
}

/** Visits the link alone; the game behind it is somebody else's server. */
async function follow(link: string, { ip, headers }: Visitor): Promise<void> {
  const answer = await fetch(link, {
    redirect: "manual",
    headers: { ...headers, "x-forwarded-for": ip },
  });
  await answer.body?.cancel();
  if (answer.status !== 302) throw new Error(`${link} answered ${answer.status}.`);
}
