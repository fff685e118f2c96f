import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@fairclick/api/client";
import type { Games } from "./games";
import { readBody } from "./read-body";
import { makeBot, makePerson, makeRepeatClicker, type Visitor } from "./visitors";

const FIRST_VISITORS = 60;
const PAUSE_MS = 4_000;
/**
 * Campaigns with less than this share of their budget left are not visited, so that the demo lasts.
 */
const SPARED_SHARE = 0.3;

/** Sends enough clicks at once for charts and lists to show something. */
export async function sendFirstVisitors(creator: Client, games: Games): Promise<void> {
  for (const link of await listLinks(creator)) {
    const people = Array.from({ length: FIRST_VISITORS }, makePerson);
    const others = [...makeRepeatClicker(6), makeBot(), makeBot(), makeBot()];
    await Promise.all([...people, ...others].map((visitor) => follow(link, visitor, games)));
    await Promise.all(people.flatMap((visitor) => loadBanner(link, visitor)));
  }
}

/**
 * Sends a few visitors every few seconds, and the conversions of their games, until the signal
 * aborts.
 */
export async function keepVisiting(
  { creator, games }: { creator: Client; games: Games },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await sleep(PAUSE_MS * (0.5 + Math.random()), null, { signal }).catch(() => {});
    if (signal.aborted) return;
    // A part of the stack may be restarting; skip the visits meanwhile.
    const links = await listLinks(creator).catch(() => []);
    await games.report().catch(() => {});
    for (const link of links) {
      const visitors = chooseVisitors();
      await Promise.allSettled(visitors.map((visitor) => follow(link, visitor, games)));
      await Promise.allSettled(visitors.flatMap((visitor) => loadBanner(link, visitor)));
    }
  }
}

function chooseVisitors(): Visitor[] {
  const chance = Math.random();
  if (chance < 0.03) return makeRepeatClicker(5);
  if (chance < 0.15) return [makeBot()];
  return chance < 0.7 ? [makePerson()] : [];
}

type Link = { campaignId: string; redirectLink: string };

async function listLinks({ api }: Client): Promise<Link[]> {
  const { data } = await readBody(await api.campaigns.joined.$get({ query: {} }));
  return data
    .filter(({ budget, budgetRemaining }) => budgetRemaining > budget * SPARED_SHARE)
    .map(({ _id: campaignId, redirectLink }) => ({ campaignId, redirectLink }));
}

/** Follows the link without loading the game, which is on somebody else's server. */
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

/** Loads the creator's banner. Few of those who see a banner follow its link. */
function loadBanner({ campaignId, redirectLink }: Link, { ip, headers }: Visitor) {
  const { origin, search } = new URL(redirectLink);
  return Array.from({ length: VIEWS_A_VISITOR }, async () => {
    const answer = await fetch(`${origin}/api/impressions/${campaignId}.svg${search}`, {
      headers: { ...headers, "sec-fetch-dest": "image", "x-forwarded-for": ip },
    });
    await answer.body?.cancel();
  });
}
