import type { AppealState } from "@fairclick/core/clicks/appeals";
import type { FinalVerdict } from "@fairclick/core/clicks/signal";
import type { CampaignId, OperatorId, UserId } from "@fairclick/core/ids";
import { priceAt } from "../campaigns/prices";
import type { Queryable, Tx } from "../db/client";

export type NewAppeal = {
  id: string;
  clickId: string;
  clickedAt: Date;
  campaignId: CampaignId;
  creatorId: UserId;
  text: string;
  at: Date;
};

/** Returns false if the click was appealed already. */
export async function insertAppeal(tx: Tx, appeal: NewAppeal): Promise<boolean> {
  const inserted = await tx`
    /* appeals.insertAppeal */
    insert into click_appeals (id, click_id, clicked_at, campaign_id, creator_id, text, appealed_at)
    values (${appeal.id}, ${appeal.clickId}, ${appeal.clickedAt}, ${appeal.campaignId},
      ${appeal.creatorId}, ${appeal.text}, ${appeal.at})
    on conflict (click_id) do nothing`;
  return inserted.count === 1;
}

export async function countOpenAppeals(db: Queryable, creatorId: UserId): Promise<number> {
  const [row] = await db<{ appeals: number }[]>`
    /* appeals.countOpenAppeals */
    select count(*)::int as appeals from click_appeals
    where creator_id = ${creatorId} and state = 'open'`;
  return row?.appeals ?? 0;
}

/** Finds a click of the creator's own link, pending or judged. */
export async function findClickOfLink(
  db: Queryable,
  {
    clickId,
    campaignId,
    creatorId,
  }: { clickId: string; campaignId: CampaignId; creatorId: UserId },
): Promise<{ clickedAt: Date; verdict: FinalVerdict | "pending" } | null> {
  const [row] = await db<{ clickedAt: Date; verdict: FinalVerdict | "pending" }[]>`
    /* appeals.findClickOfLink */
    select clicked_at, verdict from all_clicks
    where id = ${clickId} and campaign_id = ${campaignId} and creator_id = ${creatorId}`;
  return row ?? null;
}

export type AppealRow = {
  id: string;
  clickId: string;
  clickedAt: Date;
  campaignId: CampaignId;
  campaign: string;
  creatorId: UserId;
  creator: string;
  text: string;
  appealedAt: Date;
  /** Null if the click is no longer kept. */
  verdict: FinalVerdict | null;
  reason: string | null;
  priceMicros: bigint;
  state: AppealState;
  answer: string | null;
  answeredBy: string | null;
  answeredAt: Date | null;
};

/** Lists open appeals oldest first, the order in which to answer them; the others newest first. */
export async function listAppeals(
  db: Queryable,
  { state, cursor, limit }: { state: AppealState; cursor: string | null; limit: number },
): Promise<AppealRow[]> {
  const page =
    state === "open"
      ? db`${cursor ? db`and a.id > ${cursor}` : db``} order by a.id limit ${limit}`
      : db`${cursor ? db`and a.id < ${cursor}` : db``} order by a.id desc limit ${limit}`;
  return db<AppealRow[]>`
    /* appeals.listAppeals */
    select a.id, a.click_id, a.clicked_at,
      a.campaign_id, c.name as campaign, a.creator_id,
      u.username as creator, a.text, a.appealed_at, k.verdict, k.reason,
      ${priceAt(db, db`a.campaign_id`, db`a.clicked_at`)} as price_micros, a.state, a.answer, o.name as answered_by,
      a.answered_at
    from click_appeals a
    join campaigns c on c.id = a.campaign_id
    join users u on u.id = a.creator_id
    left join operators o on o.id = a.answered_by
    left join clicks k on k.id = a.click_id and k.clicked_at = a.clicked_at
    where a.state = ${state} ${page}`;
}

export type LockedAppeal = {
  clickId: string;
  clickedAt: Date;
  campaignId: CampaignId;
  creatorId: UserId;
  state: AppealState;
};

export async function lockAppeal(tx: Tx, id: string): Promise<LockedAppeal | null> {
  const [row] = await tx<LockedAppeal[]>`
    /* appeals.lockAppeal */
    select click_id, clicked_at, campaign_id,
      creator_id, state
    from click_appeals where id = ${id} for update`;
  return row ?? null;
}

export type AppealAnswer = {
  id: string;
  state: "accepted" | "declined";
  answer: string;
  operatorId: OperatorId;
  at: Date;
};

export async function updateAppealAnswer(tx: Tx, given: AppealAnswer): Promise<void> {
  await tx`
    /* appeals.updateAppealAnswer */
    update click_appeals set state = ${given.state}, answer = ${given.answer},
      answered_by = ${given.operatorId}, answered_at = ${given.at}
    where id = ${given.id} and state = 'open'`;
}
