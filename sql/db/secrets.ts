import type { Queryable } from "./client";

/** Returns the secret with this name. Stores and returns `proposed` if there is none. */
export async function getOrCreateSecret(
  db: Queryable,
  name: string,
  proposed: Uint8Array,
): Promise<Uint8Array> {
  const inserted = await db`
    /* secrets.getOrCreateSecret */
    insert into secrets (name, value) values (${name}, ${proposed}) on conflict (name) do nothing`;
  if (inserted.count === 1) return proposed;
  const [row] = await db<{ value: Uint8Array }[]>`
    /* secrets.getSecret */
    select value from secrets where name = ${name}`;
  if (!row) throw new Error(`The secret ${name} was deleted`);
  return row.value;
}
