import type { CampaignId, UserId } from "@fairclick/core/ids";
import type { PageRequest } from "../campaigns/campaigns";
import type { Queryable } from "../db/client";

export type OperatedConversion = {
  clickId: string;
  event: string;
  state: "counted" | "waiting" | "held" | "off";
  campaignId: CampaignId;
  campaignName: string;
  creatorId: UserId;
  username: string;
  clickedAt: Date;
  happenedAt: Date;
  receivedAt: Date;
  valueMicros: bigint | null;
};

export type ConversionFilter = {
  campaignId: CampaignId | null;
  creatorId: UserId | null;
  clickId: string | null;
  event: string | null;
  state: string | null;
  from: string | null;
  to: string | null;
};

/**
 * Lists reported conversions, latest first. The cursor is a click's id and an event:
 * `{id}_{event}`.
 */
export async function listConversions(
  db: Queryable,
  {
    campaignId,
    creatorId,
    clickId,
    event,
    state,
    from,
    to,
    limit,
    cursor,
  }: ConversionFilter & PageRequest,
): Promise<OperatedConversion[]> {
  const [lastClick = null, lastEvent = null] = cursor
    ? [cursor.slice(0, UUID_LENGTH), cursor.slice(UUID_LENGTH + 1)]
    : [];
  return db<OperatedConversion[]>`
    /* operating.listConversions */
    select n.click_id as "clickId", n.event, n.state, n.campaign_id as "campaignId", c.name as "campaignName",
      n.creator_id as "creatorId", u.username, n.clicked_at as "clickedAt", n.happened_at as "happenedAt",
      n.received_at as "receivedAt", n.value_micros as "valueMicros"
    from conversions n
    join campaigns c on c.id = n.campaign_id
    join users u on u.id = n.creator_id
    where true
      ${campaignId ? db`and n.campaign_id = ${campaignId}` : db``}
      ${creatorId ? db`and n.creator_id = ${creatorId}` : db``}
      ${clickId ? db`and n.click_id = ${clickId}` : db``}
      ${event ? db`and n.event = ${event}` : db``}
      ${state ? db`and n.state = ${state}` : db``}
      ${from ? db`and n.received_at >= ${from}` : db``}
      ${to ? db`and n.received_at < ${to}` : db``}
      ${
        cursor
          ? db`and (n.received_at, n.click_id, n.event) < (
              select received_at, click_id, event from conversions
              where click_id = ${lastClick} and event = ${lastEvent})`
          : db``
      }
    order by n.received_at desc, n.click_id desc, n.event desc limit ${limit}`;
}

const UUID_LENGTH = 36;
