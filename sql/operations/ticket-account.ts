import type { UserId } from "@fairclick/core/ids";
import type { Queryable } from "../db/client";
import { requireRow } from "../db/require-row";

export type AccountHolds = {
  emailConfirmed: boolean;
  heldWithdrawals: number;
  heldRefunds: number;
  /** Open findings about the user's links. */
  findings: number;
};

/** Counts what the user cannot have until an operator decides. */
export async function getAccountHolds(db: Queryable, userId: UserId): Promise<AccountHolds> {
  const [row] = await db<AccountHolds[]>`
    /* ticketAccount.getHolds */
    select u.email_verified_at is not null as "emailConfirmed",
      (select count(*) from withdrawals w
        where w.user_id = u.id and w.status = 'pending' and w.held_at is not null)::int
        as "heldWithdrawals",
      (select count(*) from refunds r
        where r.user_id = u.id and r.held_at is not null and r.status = 'pending')::int
        as "heldRefunds",
      (select count(*) from link_findings f
        where f.creator_id = u.id and f.state = 'open')::int as findings
    from users u where u.id = ${userId}`;
  return requireRow(row, "the user's holds");
}

export type NewestLink = { code: string; campaign: string; disabledBy: string | null };

/** Lists the user's links, the latest joined first. */
export async function listNewestLinks(
  db: Queryable,
  { userId, limit }: { userId: UserId; limit: number },
): Promise<NewestLink[]> {
  return db<NewestLink[]>`
    /* ticketAccount.listNewestLinks */
    select l.code, c.name as campaign, l.disabled_by as "disabledBy"
    from links l join campaigns c on c.id = l.campaign_id
    where l.creator_id = ${userId} order by l.joined_at desc, l.code limit ${limit}`;
}
