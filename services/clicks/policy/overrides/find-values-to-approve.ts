import type { Policy } from "@fairclick/core/clicks/policy";
import {
  findLoosened,
  findLooser,
  type OverridableValue,
  type OverrideValues,
} from "@fairclick/core/clicks/policy-overrides";
import type { OperatorId } from "@fairclick/core/ids";
import { isSetByOthers, type StoredOverride } from "@fairclick/sql/clicks/policy-overrides";
import type { Tx } from "@fairclick/sql/db/client";

type Change = {
  inForce: Policy;
  replaced: StoredOverride | null;
  values: OverrideValues;
  until: Date;
  by: OperatorId;
  at: Date;
};

/**
 * Returns the values of an override that a different operator must approve: those less strict than the
 * policy; and, if the override that they replace is not the operator's own, those less strict than its
 * values, or all of its stricter values if it would end earlier (docs/decisions/261).
 */
export async function findValuesToApprove(
  tx: Tx,
  { inForce, replaced, values, until, by, at }: Change,
): Promise<OverridableValue[]> {
  const loosened = findLoosened(inForce, values);
  if (!replaced) return loosened;
  const current = { values: replaced.values, isApproved: replaced.approvedBy !== null };
  const looser = findLooser(inForce, { current, values: until < replaced.until ? {} : values });
  if (looser.length === 0) return loosened;
  const { campaignId, creatorId } = replaced;
  if (!(await isSetByOthers(tx, { campaignId, creatorId, by, at }))) return loosened;
  return [...new Set([...loosened, ...looser])];
}
