import type { UserId } from "@fairclick/core/ids";
import { arrayLiteral } from "../db/array-literal";
import type { Tx } from "../db/client";

export type LowBudget = {
  campaignId: string;
  name: string;
  developerId: UserId;
  budgetMicros: bigint;
  leftMicros: bigint;
  /** Nothing is left for another click at the price of now. */
  exhausted: boolean;
};

/**
 * Lists campaigns with less than 20 % of their budget, sorted by id. Leaves out what was reported for
 * the same budget.
 */
export async function listLowBudgets(
  tx: Tx,
  { campaignIds, at }: { campaignIds: readonly string[]; at: Date },
): Promise<LowBudget[]> {
  return tx<LowBudget[]>`
    /* lowBudgets.list */
    select low.* from (
      select c.id as "campaignId", c.name, c.developer_id as "developerId",
        c.budget_micros as "budgetMicros", b.left_micros as "leftMicros",
        b.left_micros < p.payout_micros + c.fee_micros as exhausted
      from unnest(${arrayLiteral(campaignIds)}::uuid[]) as given (id)
      join campaigns c on c.id = given.id
      join ledger_accounts a on a.kind = 'escrow' and a.owner_id = c.id
      left join held_claims h on h.campaign_id = c.id
      cross join lateral (
        select a.balance_micros - coalesce(h.micros, 0) as left_micros) b
      cross join lateral (
        select payout_micros from campaign_prices p
        where p.campaign_id = c.id and p.starts_at <= ${at}
        order by p.starts_at desc limit 1) p
      where b.left_micros * 5 < c.budget_micros and c.released_at is null
    ) low
    where not exists (
      select from notices n
      where n.kind = 'campaign.budget_low'
        and n.dedupe_key = low."campaignId" || ':' || low."budgetMicros"
          || case when low.exhausted then ':nothing' else ':some' end
        and n.user_id = low."developerId")
    order by "campaignId"`;
}
