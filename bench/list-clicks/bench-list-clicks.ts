import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { makeMarket } from "@fairclick/e2e/world/market";
import {
  listClicksOfOwnCampaign,
  resolveCampaignFilter,
} from "@fairclick/services/clicks/read-clicks";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { listCampaignClicks } from "@fairclick/sql/clicks/read-clicks";
import type { Db, Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { fillClicks } from "../growth/fill-history";
import { printTable } from "../report/print-table";
import { computeSpread, show } from "../report/statistics";
import { openApiWorld } from "../world/api-world";

type Options = {
  /** Clicks of all campaigns together. */
  stored: number;
  /** Each has about the same number of clicks. */
  campaigns: number;
  rounds: number;
};
type Filter = Omit<Parameters<typeof listClicksOfOwnCampaign>[1], "id" | "cursor" | "limit">;
type Measured = { db: Db; campaignId: CampaignId; creatorId: UserId; rounds: number };

const DAY_MS = 86_400_000;
/** A page in the middle of the campaign's clicks, in days before now. */
const DEEP_DAYS = 200;
const PAGE = 51;

/**
 * Times the pages of a developer's list of clicks, called as the API calls them, and prints the plan of
 * the first page. The clicks are spread over thirteen months, two fifths of them over the last day.
 */
export async function benchListClicks({ stored, campaigns, rounds }: Options): Promise<void> {
  const world = await openApiWorld();
  try {
    const { db, owner } = world;
    const market = { campaigns, creators: 20, budgetClicks: () => 1_000 };
    const links = await makeMarket(db, owner, market);
    await fillClicks(owner, { links, isUneven: false }, { stored });
    await owner`vacuum analyze`;
    const [link] = links;
    if (!link) throw new Error("There is no link to query");
    const campaignId = asId<CampaignId>(link.campaignId);
    const creatorId = asId<UserId>(link.creatorId);
    await timePages({ db, campaignId, creatorId, rounds });
    await printPlans({ db, campaignId });
  } finally {
    await world.close();
  }
}

async function timePages({ db, campaignId, creatorId, rounds }: Measured): Promise<void> {
  const [campaign] = await db.sql<{ developerId: UserId; clicks: number; stored: number }[]>`
    select developer_id as "developerId",
      (select count(*)::int from clicks where campaign_id = ${campaignId}) as clicks,
      (select count(*)::int from clicks) as stored
    from campaigns where id = ${campaignId}`;
  if (!campaign) throw new Error("There is no campaign to query");
  const developer = {
    ...systemCtx(db),
    actor: { kind: "user", userId: campaign.developerId } as const,
  };
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
  const day: Filter = { from: ago(DEEP_DAYS + 1), to: ago(DEEP_DAYS) };
  const pages: Record<string, Filter> = {
    "the newest page": {},
    "the newest page, one creator": { creator: creatorId },
    "the newest page, invalid clicks": { verdict: "invalid" },
    "the newest page, held clicks (there are none)": { verdict: "held" },
    "a page of one day": day,
    "a page of one day and creator": { ...day, creator: creatorId },
    "a page 200 days in": { to: ago(DEEP_DAYS) },
    "a page 200 days in, one creator": { to: ago(DEEP_DAYS), creator: creatorId },
    "a page 200 days in, invalid clicks": { to: ago(DEEP_DAYS), verdict: "invalid" },
  };
  const rows: string[][] = [];
  for (const [what, filter] of Object.entries(pages)) {
    const read = () => listClicksOfOwnCampaign(developer, { id: campaignId, ...filter });
    const { items } = await read();
    const durations: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const startedAt = performance.now();
      await read();
      durations.push(performance.now() - startedAt);
    }
    rows.push([what, String(items.length), show(computeSpread(durations), 1)]);
  }
  const size = `${campaign.stored.toLocaleString("en-US")} clicks stored, ${campaign.clicks.toLocaleString("en-US")} of the campaign`;
  printTable([`ms; ${size}`, "rows", "median (least–most)"], rows);
}

/** Prints what Postgres does for the newest page, of the last day and of a day deep in. */
async function printPlans({ db, campaignId }: Pick<Measured, "db" | "campaignId">): Promise<void> {
  for (const days of [0, DEEP_DAYS]) {
    const to = new Date(Date.now() - days * DAY_MS);
    const part = {
      wanted: resolveCampaignFilter(campaignId, {}, to).wanted,
      span: { from: new Date(to.getTime() - DAY_MS), to },
      ...{ before: null, scanned: PAGE, limit: PAGE },
    };
    const plan = await withTx(db, (tx) => explain(tx, (own) => listCampaignClicks(own, part)));
    console.log(`\nThe plan of a page, ${days} days before now:\n${plan}\n`);
  }
}

/** Runs a query with every top-level statement explained instead of run, and returns the plan. */
async function explain(tx: Tx, run: (own: Tx) => Promise<unknown>): Promise<string> {
  const lines: string[] = [];
  const own = new Proxy(tx, {
    apply: (target, self, args) => {
      const statement = Reflect.apply(target, self, args);
      const [parts] = args;
      if (!String(parts[0]).trimStart().startsWith("/*")) return statement;
      return tx<
        { "QUERY PLAN": string }[]
      >`explain (analyze, buffers, costs off) ${statement}`.then((rows) => {
        lines.push(...rows.map((row) => row["QUERY PLAN"]));
        return [];
      });
    },
  });
  await run(own);
  return lines.join("\n");
}
