import type { ClickRules } from "@fairclick/core/campaigns/campaign-input";
import { addCampaign, addUser } from "@fairclick/services/testing/marketplace";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { makeClickPartitions } from "@fairclick/sql/clicks/retention";
import { openApiWorld } from "../world/api-world";

export type Link = { campaignId: string; creatorId: string; developerId: string };

export type PeopleWorld = Awaited<ReturnType<typeof openPeopleWorld>>;

const DAY_MS = 86_400_000;
const DAYS_APART = 4;
const firstDay = Date.parse("2026-03-01T00:00:00Z");
const BUDGET_CLICKS = 1_000_000n;
export const PAYOUT_MICROS = 1_500n;

/** Starts a database for the simulation. Everything in it is deleted by `close`. */
export async function openPeopleWorld() {
  const { db, owner, close } = await openApiWorld();
  // The simulation is thrown away: a commit need not wait for the disk.
  await owner`alter database fairclick set synchronous_commit = off`;
  const ctx = systemCtx(db);
  let days = 0;
  return {
    db,
    owner,
    ctx,
    close,
    /** Returns the midnight of a day that no other scene is near to. */
    nextDay: async (): Promise<number> => {
      const day = firstDay + days * DAYS_APART * DAY_MS;
      days += 1;
      const [from, to] = [new Date(day - DAY_MS), new Date(day + 2 * DAY_MS)];
      await makeClickPartitions(db.sql, { from, to });
      return day;
    },
    /** Adds a funded campaign and returns its links, one for each of its new creators. */
    addLinks: async (creators: number, clickRules: ClickRules): Promise<Link[]> => {
      const { id: campaignId, developerId } = await addCampaign(db, {
        clickRules,
        payoutMicros: PAYOUT_MICROS,
        budgetMicros: PAYOUT_MICROS * BUDGET_CLICKS,
      });
      const creatorIds: string[] = [];
      for (let n = 0; n < creators; n += 1) creatorIds.push(await addUser(db));
      await owner`
        insert into links (campaign_id, creator_id, code)
        select ${campaignId}, creator, left(replace(gen_random_uuid()::text, '-', ''), 16)
        from unnest(${creatorIds}::uuid[]) creator`;
      return creatorIds.map((creatorId) => ({ campaignId, creatorId, developerId }));
    },
  };
}
