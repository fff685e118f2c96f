import { randomBytes } from "node:crypto";
import type { Db } from "@fairclick/sql/db/client";
import { keepSecret } from "@fairclick/sql/db/secrets";

/** `device_keys` names devices by their looks, `device_cookies` signs the cookies by which they are known. */
export type SecretName = "device_keys" | "device_cookies";

const SECRET_BYTES = 32;
const secrets = new WeakMap<Db, Map<SecretName, Promise<Uint8Array>>>();

/**
 * The installation's secret of that name, which all processes share through the database: made by the
 * first that needs it, read from the database once per process. Rejects while Postgres is away.
 */
export function getSecret(db: Db, name: SecretName): Promise<Uint8Array> {
  const ofDb = secrets.get(db) ?? new Map<SecretName, Promise<Uint8Array>>();
  secrets.set(db, ofDb);
  const known = ofDb.get(name);
  if (known) return known;
  const kept = keepSecret(db.sql, name, randomBytes(SECRET_BYTES));
  ofDb.set(name, kept);
  kept.catch(() => ofDb.delete(name));
  return kept;
}
