import type { Queryable } from "../db/client";

/** Returns the id of the billing portal's configuration at Stripe; null before it is created. */
export async function findPortalConfiguration(db: Queryable): Promise<string | null> {
  const [row] = await db<{ id: string }[]>`
    /* stripePortal.find */
    select configuration_id as id from stripe_portal`;
  return row?.id ?? null;
}

export async function setPortalConfiguration(db: Queryable, id: string): Promise<void> {
  await db`
    /* stripePortal.set */
    insert into stripe_portal (configuration_id) values (${id})
    on conflict (only_row) do update set configuration_id = excluded.configuration_id`;
}
