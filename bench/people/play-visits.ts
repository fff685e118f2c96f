import { randomUUID } from "node:crypto";
import { clientAddress, parseTrustedRanges } from "@fairclick/api/redirect/client-address";
import type { Click } from "@fairclick/core/clicks/click";
import { JOINED } from "@fairclick/core/conversions/report";
import { asId, type CampaignId, type CampaignKeyId } from "@fairclick/core/ids";
import { recordClicks } from "@fairclick/services/clicks/record-clicks";
import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import {
  countConversions,
  countPlayers,
  reportConversions,
} from "@fairclick/services/conversions/conversions";
import { addressData } from "./addresses";
import type { Browser } from "./browsers";
import type { Link, PeopleWorld } from "./world";

/** One request for a link. `kind` and `isFirst` are what the report groups by. */
export type Visit = {
  /** In milliseconds since 1970. */
  at: number;
  link: Link;
  /** The peer's address, as the host sees it. */
  ip: string;
  browser: Browser;
  kind: string;
  isFirst: boolean;
  /** The player that the game reports a minute after the click; missing if nobody arrives. */
  player?: string;
};

/** Something else that happens at a time, such as a sign-in. */
export type Act = { at: number; run: (now: Date) => Promise<void> };

/** `reason` is null for a valid click; `signals` are all that were found. */
export type Outcome = {
  visit: Visit;
  clickId: string;
  verdict: "valid" | "invalid" | "held" | "unpaid";
  reason: string | null;
  signals: string[];
};

type Played = { visit: Visit; click: Click };

const WINDOW_SECONDS = 60;
const CLICKS_PER_JOB = 500;
const BATCH_SIZE = 20_000;
/** A pass of settlement follows this many clicks, or this time if fewer come. */
const CLICKS_PER_PASS = 1_000;
const PASS_MS = 4 * 3_600_000;
/** How long after the click its player arrives. */
const JOIN_MS = 60_000;
const noProxies = parseTrustedRanges([]);

/**
 * Plays visits and acts in the order of their times: records the clicks, and settles in passes what
 * is older than a window, as the worker does. Returns what became of each visit.
 */
export async function playVisits(
  world: PeopleWorld,
  { visits, acts = [] }: { visits: readonly Visit[]; acts?: readonly Act[] },
): Promise<Outcome[]> {
  const steps = [...visits, ...acts].sort((a, b) => a.at - b.at);
  const played: Played[] = [];
  let waiting: Played[] = [];
  let settledAt = steps[0]?.at ?? 0;
  let unsettled = 0;
  const record = async () => {
    if (waiting.length === 0) return;
    await recordClicks(
      world.ctx,
      waiting.map(({ click }) => click),
      addressData,
    );
    await report(world, waiting);
    waiting = [];
  };
  for (const step of steps) {
    if (unsettled >= CLICKS_PER_PASS || step.at - settledAt >= PASS_MS) {
      await record();
      await settle(world, step.at - WINDOW_SECONDS * 1_000);
      settledAt = step.at;
      unsettled = 0;
    }
    if ("run" in step) {
      await record();
      await step.run(new Date(step.at));
      continue;
    }
    const one = { visit: step, click: toClick(step) };
    played.push(one);
    unsettled += 1;
    if (waiting.push(one) >= CLICKS_PER_JOB) await record();
  }
  await record();
  await settle(world, (steps.at(-1)?.at ?? 0) + 1);
  await countConversions(world.ctx);
  await countPlayers(world.ctx);
  return readOutcomes(
    world,
    played.map(({ visit, click }) => ({ visit, clickId: click.id })),
  );
}

/** The games tell who arrived, each for its own campaign. */
async function report({ ctx }: PeopleWorld, played: readonly Played[]): Promise<void> {
  const arrived = played.filter(({ visit }) => visit.player !== undefined);
  const now = new Date((played.at(-1)?.visit.at ?? 0) + JOIN_MS);
  for (const [campaignId, own] of Map.groupBy(arrived, ({ visit }) => visit.link.campaignId)) {
    const keyId = asId<CampaignKeyId>(campaignId);
    const actor = { kind: "campaign", campaignId: asId<CampaignId>(campaignId), keyId } as const;
    await reportConversions(
      { ...ctx, actor, now: () => now },
      own.map(({ visit: { player, at }, click }) => ({
        ...{ clickId: click.id, event: JOINED, player },
        at: new Date(at + JOIN_MS).toISOString(),
      })),
    );
  }
}

/** As the redirect captures it. The response sets the cookie of a browser that has none. */
function toClick({ at, link, ip, browser }: Visit): Click {
  const id = Bun.randomUUIDv7("hex", at);
  const device = browser.cookie;
  if (browser.keepsCookie) browser.cookie ??= `${randomUUID()}.${id}`;
  return {
    id,
    at,
    campaignId: link.campaignId,
    creatorId: link.creatorId,
    ip: clientAddress(ip, null, noProxies),
    device,
    method: "GET",
    referrer: null,
    purpose: null,
    secure: true,
    unpaid: null,
    ...browser.headers,
  };
}

async function settle({ ctx }: PeopleWorld, watermark: number): Promise<void> {
  await settleClicks(ctx, {
    watermark: new Date(watermark),
    windowSeconds: WINDOW_SECONDS,
    shard: 0,
    shards: 1,
    batchSize: BATCH_SIZE,
  });
}

/** Returns what has become of visits by now. */
export async function readOutcomes(
  { db }: PeopleWorld,
  played: readonly Pick<Outcome, "visit" | "clickId">[],
): Promise<Outcome[]> {
  const times = played.map(({ visit }) => visit.at);
  const from = times.reduce((least, at) => Math.min(least, at), Infinity);
  const to = times.reduce((most, at) => Math.max(most, at), -Infinity);
  const rows = await db.sql<({ id: string } & Omit<Outcome, "visit" | "clickId">)[]>`
    select id, verdict, reason,
      array(select s ->> 'signal' from jsonb_array_elements(signals) s) as signals
    from clicks
    where clicked_at between ${new Date(from)} and ${new Date(to)}`;
  const found = new Map(rows.map(({ id, ...outcome }) => [id, outcome]));
  return played.map(({ visit, clickId }) => {
    const outcome = found.get(clickId);
    if (!outcome) throw new Error(`The click ${clickId} was not judged`);
    return { visit, clickId, ...outcome };
  });
}
