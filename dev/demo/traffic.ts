import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@fairclick/api/client";
import { read } from "./answer";
import type { Games } from "./games";
import { makeImpatient, makePerson, makeProgram, type Visitor } from "./visitors";

const FIRST_VISITORS = 60;
const PAUSE_MS = 4_000;
/** A campaign with less than this share of its budget left is not visited: the demo shall last. */
const SPARED_SHARE = 0.3;

/** Enough clicks at once that charts and lists have something to show. */
export async function sendFirstVisitors(creator: Client, games: Games): Promise<void> {
  for (const link of await listLinks(creator)) {
    const people = Array.from({ length: FIRST_VISITORS }, makePerson);
    const others = [...makeImpatient(6), makeProgram(), makeProgram(), makeProgram()];
    await Promise.all([...people, ...others].map((visitor) => follow(link, visitor, games)));
    await Promise.all(people.flatMap((visitor) => seeBanner(link, visitor)));
  }
}

/** A few visitors every few seconds, until the signal, and their games' reports of them. */
export async function keepVisiting(
  { creator, games }: { creator: Client; games: Games },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await sleep(PAUSE_MS * (0.5 + Math.random()), null, { signal }).catch(() => {});
    if (signal.aborted) return;
    // A part of the stack may be on its way up again: nobody visits meanwhile.
    const links = await listLinks(creator).catch(() => []);
    await games.report().catch(() => {});
    for (const link of links) {
      const visitors = someVisitors();
      await Promise.allSettled(visitors.map((visitor) => follow(link, visitor, games)));
      await Promise.allSettled(visitors.flatMap((visitor) => seeBanner(link, visitor)));
    }
  }
}

function someVisitors(): Visitor[] {
  const chance = Math.random();
  if (chance < 0.03) return makeImpatient(5);
  if (chance < 0.15) return [makeProgram()];
  return chance < 0.7 ? [makePerson()] : [];
}

type Link = { campaignId: string; redirectLink: string };

async function listLinks({ api }: Client): Promise<Link[]> {
  const { data } = await read(await api.campaigns.joined.$get({ query: {} }));
  return data
    .filter(({ budget, budgetRemaining }) => budgetRemaining > budget * SPARED_SHARE)
    .map(({ _id: campaignId, redirectLink }) => ({ campaignId, redirectLink }));
}

/** Visits the link alone; the game behind it is somebody else's server. */
async function follow({ campaignId, redirectLink }: Link, visitor: Visitor, games: Games) {
  const answer = await fetch(redirectLink, {
    redirect: "manual",
    headers: { ...visitor.headers, "x-forwarded-for": visitor.ip },
  });
  await answer.body?.cancel();
  if (answer.status !== 302) throw new Error(`${redirectLink} answered ${answer.status}.`);
  games.visit(campaignId, answer.headers.get("location") ?? "");
}

const VIEWS_A_VISITOR = 6;

/** Of those who see a banner, few follow it. */
function seeBanner({ campaignId, redirectLink }: Link, { ip, headers }: Visitor) {
  const { origin, search } = new URL(redirectLink);
  return Array.from({ length: VIEWS_A_VISITOR }, async () => {
    const answer = await fetch(`${origin}/api/impressions/${campaignId}.svg${search}`, {
      headers: { ...headers, "sec-fetch-dest": "image", "x-forwarded-for": ip },
    });
    await answer.body?.cancel();
  });
}
