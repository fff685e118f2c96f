import { AppError } from "@fairclick/core/errors";
import { listOverrideRequests } from "@fairclick/sql/clicks/policy-override-requests";
import { countOverrides } from "@fairclick/sql/clicks/policy-overrides";
import type { Tx } from "@fairclick/sql/db/client";

/** Every batch of clicks reads them all. */
export const MAX_OVERRIDES = 200;

/** Throws `conflict` if as many overrides are in force, or as many requests wait, as are read at once. */
export async function requireRoom(
  tx: Tx,
  { at, isRequest }: { at: Date; isRequest: boolean },
): Promise<void> {
  const limit = MAX_OVERRIDES;
  const count = isRequest
    ? (await listOverrideRequests(tx, { at, limit })).length
    : await countOverrides(tx, at);
  if (count < limit) return;
  throw new AppError(
    "conflict",
    isRequest
      ? `${limit} requests wait for a second operator. Decline some first.`
      : `${limit} overrides are in force. Remove some first.`,
  );
}
