import { randomBytes } from "node:crypto";
import type { Db } from "@fairclick/sql/db/client";
import { getOrCreateSecret } from "@fairclick/sql/db/secrets";

/**
 * `device_keys` hashes device properties, `device_cookies` signs device cookies, `players` hashes
 * games' ids of players, `unsubscribe` signs the links that switch mails off, `totp` encrypts the
 * secrets of authenticator apps, the secrets of webhooks are derived from `webhooks`,
 * `contact_form` signs when a contact form was opened, and `reporters` hashes who reports links.
 */
export type SecretName =
  | "device_keys"
  | "device_cookies"
  | "players"
  | "unsubscribe"
  | "totp"
  | "webhooks"
  | "contact_form"
  | "reporters";

const SECRET_BYTES = 32;
const secrets = new WeakMap<Db, Map<SecretName, Promise<Uint8Array>>>();

/**
 * Returns the installation's secret of that name, shared by all processes through the database:
 * created on first use, read once per process. Rejects while Postgres is down.
 */
export function getSecret(db: Db, name: SecretName): Promise<Uint8Array> {
  const ofDb = secrets.get(db) ?? new Map<SecretName, Promise<Uint8Array>>();
  secrets.set(db, ofDb);
  const known = ofDb.get(name);
  if (known) return known;
  const kept = getOrCreateSecret(db.sql, name, randomBytes(SECRET_BYTES));
  ofDb.set(name, kept);
  kept.catch(() => ofDb.delete(name));
  return kept;
}
