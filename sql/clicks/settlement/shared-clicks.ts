import { type ClickToJudge, linkKey, QUARTER_MS } from "@fairclick/core/clicks/facts";
import { arrayLiteral } from "../../db/array-literal";
import type { Queryable, Tx } from "../../db/client";

/** Counts valid clicks from shared addresses, per link and quarter of an hour. */
export async function addSharedClicks(
  tx: Tx,
  clicks: readonly Pick<ClickToJudge, "campaignId" | "creatorId" | "at">[],
): Promise<void> {
  const quarterStart = (at: number) => at - (at % QUARTER_MS);
  const quarters = [
    ...Map.groupBy(clicks, (click) => `${linkKey(click)} ${quarterStart(click.at)}`).values(),
  ].flatMap(([first, ...others]) => (first ? [{ ...first, valid: others.length + 1 }] : []));
  await tx`
    /* settlement.addSharedClicks */
    insert into shared_click_quarters as kept (campaign_id, creator_id, starts_at, valid)
    select campaign_id, creator_id, timestamptz 'epoch' + starts_ms * interval '1 millisecond', valid
    from unnest(
      ${arrayLiteral(quarters.map(({ campaignId }) => campaignId))}::uuid[],
      ${arrayLiteral(quarters.map(({ creatorId }) => creatorId))}::uuid[],
      ${arrayLiteral(quarters.map(({ at }) => quarterStart(at)))}::float8[],
      ${arrayLiteral(quarters.map(({ valid }) => valid))}::bigint[]
    ) as q (campaign_id, creator_id, starts_ms, valid)
    on conflict (campaign_id, creator_id, starts_at) do update set valid = kept.valid + excluded.valid`;
}

/** Deletes the counts of quarters that started before `before`: no limit looks back at them. */
export async function deleteOldSharedClicks(db: Queryable, before: Date): Promise<void> {
  await db`
    /* settlement.deleteOldSharedClicks */
    delete from shared_click_quarters where starts_at < ${before}`;
}
