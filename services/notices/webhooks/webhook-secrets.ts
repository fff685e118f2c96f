import { createHmac } from "node:crypto";
import type { Db } from "@fairclick/sql/db/client";
import type { WebhookRow } from "@fairclick/sql/notices/webhooks";
import { getSecret } from "../../secret";

/** How long the secret before a rotation signs too, so that servers can change over one by one. */
export const OVERLAP_HOURS = 24;

/** Returns the current secret of a webhook: derived, so that the database need not store it. */
export async function getWebhookSecret(
  db: Db,
  { id, secretVersion }: { id: string; secretVersion: number },
): Promise<string> {
  const key = await getSecret(db, "webhooks");
  return `whsec_${createHmac("sha256", key).update(`${id}.${secretVersion}`).digest("base64url")}`;
}

type Signed = Pick<WebhookRow, "id" | "secretVersion" | "rotatedAt">;

/**
 * Returns the header `Fairclick-Signature` as Stripe's libraries verify it: the time in seconds, and
 * a signature per valid secret.
 */
export async function signWebhook(
  db: Db,
  webhook: Signed,
  { body, at }: { body: string; at: Date },
): Promise<string> {
  const seconds = Math.floor(at.getTime() / 1_000);
  const overlapEndsAt = (webhook.rotatedAt?.getTime() ?? 0) + OVERLAP_HOURS * 3_600_000;
  const versions =
    webhook.secretVersion > 1 && at.getTime() < overlapEndsAt
      ? [webhook.secretVersion, webhook.secretVersion - 1]
      : [webhook.secretVersion];
  const secrets = await Promise.all(
    versions.map((secretVersion) => getWebhookSecret(db, { id: webhook.id, secretVersion })),
  );
  const signatures = secrets.map(
    (secret) => `v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`,
  );
  return [`t=${seconds}`, ...signatures].join(",");
}
