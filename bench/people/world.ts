import type { ClickRules } from "@fairclick/core/campaigns/campaign-input";
import { completePolicy } from "@fairclick/core/clicks/policy";
import { effects, policy } from "@fairclick/core/clicks/release-policy";
import { asId, type UserId } from "@fairclick/core/ids";
import { expireHeldClicks } from "@fairclick/services/clicks/held-clicks";
import { judgeAllLinks, judgeCreatorLinks } from "@fairclick/services/clicks/judge-links";
import { registerRelease } from "@fairclick/services/clicks/judging-policy";
import { lookUpAddress } from "@fairclick/services/clicks/look-up-address";
import { requestWithdrawal } from "@fairclick/services/money/request-withdrawal";
import { getSummary } from "@fairclick/services/money/wallet";
import { addCampaign, addUser } from "@fairclick/services/testing/marketplace";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { insertPolicy } from "@fairclick/sql/clicks/policy-versions";
import { makeClickPartitions } from "@fairclick/sql/clicks/retention";
import type { Db, Sql } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { openApiWorld } from "../world/api-world";
import { addressData } from "./addresses";

export type Link = { campaignId: string; creatorId: string; developerId: string };

export type PeopleWorld = Awaited<ReturnType<typeof openPeopleWorld>>;

const DAY_MS = 86_400_000;
const DAYS_APART = 3;
const firstDay = Date.parse("2026-03-01T00:00:00Z");
const BUDGET_CLICKS = 1_000_000n;
export const PAYOUT_MICROS = 1_500n;

/** What is left of the installation's holds: no deposit is new. */
const withdrawalRules = {
  depositHoldHours: 0,
  withdrawalReviewDollars: 100,
  withdrawalReviewFirst: true,
  unprovedPayoutDollars: 0,
  minWithdrawalDollars: 0,
  needsConfirmedEmail: false,
  checks: { judgeLinks: judgeCreatorLinks, lookUpAddress },
};

export type CampaignWish = { rules?: ClickRules; payoutMicros?: bigint };

/**
 * Starts a database for the simulation, in which the signal `without`, if not null, is only noted.
 * Everything in it is deleted by `close`.
 */
export async function openPeopleWorld(without: string | null = null) {
  const { db, owner, close } = await openApiWorld();
  // The simulation is thrown away: a commit need not wait for the disk.
  await owner`alter database fairclick set synchronous_commit = off`;
  const ctx = systemCtx(db);
  if (without !== null) await applyWithout(db, without);
  let next = firstDay;
  return {
    db,
    owner,
    ctx,
    close,
    /** Returns the first midnight of `days` days that no other scene is near to. */
    takeDays: async (days: number): Promise<number> => {
      const day = next;
      next += (days + DAYS_APART) * DAY_MS;
      const [from, to] = [new Date(day - DAY_MS), new Date(day + (days + 1) * DAY_MS)];
      await makeClickPartitions(db.sql, { from, to });
      return day;
    },
    /** Adds a funded campaign and returns its links, one for each of its new creators. */
    addLinks: async (creators: number, wish: CampaignWish = {}): Promise<Link[]> => {
      const { rules: clickRules = "literal", payoutMicros = PAYOUT_MICROS } = wish;
      const { id: campaignId, developerId } = await addCampaign(db, {
        ...{ clickRules, payoutMicros, budgetMicros: payoutMicros * BUDGET_CLICKS },
      });
      const creatorIds: string[] = [];
      for (let n = 0; n < creators; n += 1) creatorIds.push(await addUser(db));
      await owner`
        update users set stripe_account_id = id::text, stripe_account_verified = true
        where id = any (${creatorIds}::uuid[])`;
      const links = creatorIds.map((creatorId) => ({ campaignId, creatorId, developerId }));
      await insertLinks(owner, links);
      return links;
    },
    /** Judges held clicks again, as the worker does, on each of the days from a time on. */
    letDaysPass: async (from: number, count: number): Promise<void> => {
      // The simulation's clicks were recorded now, and not when they were made.
      await owner`
        update clicks set recorded_at = clicked_at where verdict = 'held' and recorded_at > clicked_at`;
      for (let day = 1; day <= count; day += 1) {
        const at = new Date(from + day * DAY_MS);
        await expireHeldClicks({ ...ctx, now: () => at }, { ipData: addressData });
      }
    },
    /** Judges all links, as every night; then a creator asks for all of the earnings. */
    withdrawAll: async (creatorId: string, at: number): Promise<Withdrawn> => {
      const now = () => new Date(at);
      await judgeAllLinks({ ...ctx, now });
      const userId = asId<UserId>(creatorId);
      const as = { ...ctx, now, actor: { kind: "user", userId } as const };
      const earned = (await getSummary(as, withdrawalRules)).earningsMicros;
      await judgeCreatorLinks(as, userId);
      const waitingMicros = (await getSummary(as, withdrawalRules)).waiting.micros;
      const amountCents = Number((earned - waitingMicros) / 10_000n);
      if (amountCents <= 0) return { earnedMicros: earned, waitingMicros, holds: [] };
      const { heldAt, holdKinds } = await requestWithdrawal(as, {
        ...withdrawalRules,
        amountCents,
      });
      return { earnedMicros: earned, waitingMicros, holds: heldAt ? (holdKinds ?? []) : [] };
    },
  };
}

/** Notes the signal from before the first click on, also one that operators may not set so. */
async function applyWithout(db: Db, signal: string): Promise<void> {
  if (!(signal in effects)) throw new Error(`There is no signal ${signal}`);
  const at = new Date(firstDay - 30 * DAY_MS);
  await registerRelease({ db, now: () => at });
  const file = { effects: { [signal]: "note" as const } };
  const version = policy.version + 1;
  const row = {
    ...{ version, rulesVersion: policy.version, origin: "release" as const, edits: file },
    ...{ activeFrom: at, createdAt: at, createdBy: null, reason: `Without ${signal}` },
    policy: { ...completePolicy(file, policy), version },
  };
  await withTx(db, (tx) => insertPolicy(tx, row));
}

/** `holds` names what keeps the requested withdrawal. */
export type Withdrawn = { earnedMicros: bigint; waitingMicros: bigint; holds: string[] };

export async function insertLinks(owner: Sql, links: readonly Link[]): Promise<void> {
  await owner`
    insert into links (campaign_id, creator_id, code)
    select campaign, creator, left(replace(gen_random_uuid()::text, '-', ''), 16)
    from unnest(${links.map(({ campaignId }) => campaignId)}::uuid[],
      ${links.map(({ creatorId }) => creatorId)}::uuid[]) as link (campaign, creator)`;
}
