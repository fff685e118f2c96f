import type { OverridableValue, OverrideValues } from "@fairclick/core/clicks/policy-overrides";
import type { OperatorId } from "@fairclick/core/ids";
import { insertOverrideRequest } from "@fairclick/sql/clicks/policy-override-requests";
import type { OverrideSubject } from "@fairclick/sql/clicks/policy-overrides";
import type { Tx } from "@fairclick/sql/db/client";
import { requireRoom } from "./require-room";

const HOUR_MS = 3_600_000;
/** Older requests cannot be approved: they were forgotten. */
const REQUEST_HOURS = 72;

type Wish = OverrideSubject & {
  /** Empty to remove the override. */
  values: OverrideValues;
  until: Date;
  reason: string;
  replaces: number | null;
  loosened: readonly OverridableValue[];
  by: OperatorId;
  at: Date;
  dryRun: boolean;
};

/** Plans the request of an override that a different operator must approve. Throws `conflict` if too many wait. */
export async function requestOverride(
  tx: Tx,
  { loosened, by, at, dryRun, ...wish }: Wish,
): Promise<{
  action: string;
  after: Record<string, string | number | null>;
  apply: () => Promise<void>;
}> {
  await requireRoom(tx, { at, isRequest: true });
  const id = Bun.randomUUIDv7();
  const expiresAt = new Date(at.getTime() + REQUEST_HOURS * HOUR_MS);
  const after = { ...wish.values, until: wish.until.toISOString(), loosens: loosened.join(" ") };
  return {
    action: "policy.override_request",
    after: { ...after, state: "requested", request: dryRun ? null : id },
    apply: () =>
      insertOverrideRequest(tx, { ...wish, id, expiresAt, requestedBy: by, requestedAt: at }),
  };
}
