import type { UserId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";

export type AccessPurpose = "reset_password" | "sign_in";

type AccessRequest = {
  purpose: AccessPurpose;
  email: string;
  browserHash: Uint8Array | null;
  at: Date;
};

export async function insertAccessRequest(
  db: Queryable,
  { id, purpose, email, browserHash, at }: AccessRequest & { id: string },
): Promise<void> {
  await db`
    /* accessRequests.insert */
    insert into access_requests (id, purpose, email, browser_hash, at)
    values (${id}, ${purpose}, ${email}, ${browserHash}, ${at})`;
}

export type TakenRequest = AccessRequest & {
  id: string;
  /** Null: no account has this address. */
  userId: UserId | null;
  emailVerifiedAt: Date | null;
};

/** Deletes the oldest requests and returns them with the accounts that they ask for. */
export async function takeAccessRequests(tx: Tx, limit: number): Promise<TakenRequest[]> {
  return tx<TakenRequest[]>`
    /* accessRequests.take */
    with taken as (
      delete from access_requests where id in (
        select id from access_requests order by at limit ${limit} for update skip locked)
      returning id, purpose, email, browser_hash, at
    )
    select t.id, t.purpose, t.email, t.browser_hash as "browserHash", t.at, u.id as "userId",
      u.email_verified_at as "emailVerifiedAt"
    from taken t left join users u on u.email = t.email and u.deleted_at is null`;
}
