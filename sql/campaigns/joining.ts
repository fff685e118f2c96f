import type { Channel } from "@fairclick/core/accounts/channels";
import type { CreatorContent } from "@fairclick/core/accounts/creator-content";
import type { JoinRequestState, JoinRule } from "@fairclick/core/campaigns/join-rule";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import { selectVerifiedChannels } from "../accounts/channels";
import type { PageRequest, Queryable, Tx } from "../db/client";
import type { LinkKey } from "./links";

export async function setJoinRule(
  tx: Tx,
  { id, joinRule }: { id: CampaignId; joinRule: JoinRule },
): Promise<void> {
  await tx`
    /* joinRequests.setRule */
    update campaigns set join_rule = ${joinRule} where id = ${id}`;
}

export async function lockRequest(
  tx: Tx,
  { campaignId, creatorId }: LinkKey,
): Promise<{ state: JoinRequestState } | null> {
  const [row] = await tx<{ state: JoinRequestState }[]>`
    /* joinRequests.lock */
    select state from join_requests
    where campaign_id = ${campaignId} and creator_id = ${creatorId} for update`;
  return row ?? null;
}

/** Counts a creator's open requests to join campaigns that have not ended. */
export async function countOpenRequests(
  db: Queryable,
  { creatorId, at }: { creatorId: UserId; at: Date },
): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    /* joinRequests.countOpen */
    select count(*)::int as count from join_requests r join campaigns c on c.id = r.campaign_id
    where r.creator_id = ${creatorId} and r.state = 'open' and c.ends_at > ${at}`;
  return row?.count ?? 0;
}

/** Writes a request, or opens a withdrawn one again, at the end of the list. */
export async function openRequest(
  tx: Tx,
  { campaignId, creatorId, message, at }: LinkKey & { message: string; at: Date },
): Promise<void> {
  await tx`
    /* joinRequests.open */
    insert into join_requests (campaign_id, creator_id, message, requested_at)
    values (${campaignId}, ${creatorId}, ${message}, ${at})
    on conflict (campaign_id, creator_id) do update
      set message = excluded.message, requested_at = excluded.requested_at, state = 'open',
        answer = null, decided_at = null`;
}

type Decision = LinkKey & {
  state: Exclude<JoinRequestState, "open">;
  answer: string | null;
  at: Date;
};

/** Returns false if no request is open. */
export async function decideRequest(tx: Tx, decision: Decision): Promise<boolean> {
  const { campaignId, creatorId, state, answer, at } = decision;
  const updated = await tx`
    /* joinRequests.decide */
    update join_requests set state = ${state}, answer = ${answer}, decided_at = ${at}
    where campaign_id = ${campaignId} and creator_id = ${creatorId} and state = 'open'`;
  return updated.count === 1;
}

export type OwnRequestRow = {
  campaignId: CampaignId;
  campaign: string;
  message: string;
  state: JoinRequestState;
  answer: string | null;
  requestedAt: Date;
};

/** Lists a creator's requests, newest first. */
export async function listRequestsOfCreator(
  db: Queryable,
  { creatorId, limit }: { creatorId: UserId; limit: number },
): Promise<OwnRequestRow[]> {
  return db<OwnRequestRow[]>`
    /* joinRequests.listOfCreator */
    select r.campaign_id, c.name as campaign, r.message, r.state, r.answer,
      r.requested_at
    from join_requests r join campaigns c on c.id = r.campaign_id
    where r.creator_id = ${creatorId}
    order by r.requested_at desc, r.campaign_id limit ${limit}`;
}

export type RequestRow = CreatorContent & {
  creatorId: UserId;
  username: string;
  channels: Channel[];
  message: string;
  requestedAt: Date;
};

/** Lists a campaign's open requests, oldest first. The cursor is a creator. */
export async function listOpenRequests(
  db: Queryable,
  { campaignId, limit, cursor }: PageRequest<UserId> & { campaignId: CampaignId },
): Promise<RequestRow[]> {
  return db<RequestRow[]>`
    /* joinRequests.listOpen */
    select r.creator_id, u.username, r.message, r.requested_at,
      u.content_categories as categories, u.content_platforms as platforms,
      ${selectVerifiedChannels(db, db`u.id`)} as channels
    from join_requests r join users u on u.id = r.creator_id
    where r.campaign_id = ${campaignId} and r.state = 'open'
      ${
        cursor === null
          ? db``
          : db`and (r.requested_at, r.creator_id) > (select requested_at, creator_id
              from join_requests where campaign_id = ${campaignId} and creator_id = ${cursor})`
      }
    order by r.requested_at, r.creator_id limit ${limit}`;
}
