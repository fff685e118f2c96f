import type { CaseAbout } from "@fairclick/core/campaigns/cases";
import type { ChangeInput } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import type { CampaignId } from "@fairclick/core/ids";
import { lockCase, type StoredCase } from "@fairclick/sql/campaigns/cases";
import type { Tx } from "@fairclick/sql/db/client";
import type { ForeseenChange } from "../changes";
import type { Ctx } from "../context";

/** An operator's decision about a case, as its kind receives it. */
export type CaseDecision = Pick<ChangeInput, "reason"> & {
  id: string;
  campaignId: CampaignId;
  state: "accepted" | "declined";
};

/** What a decision changes beside the case. `apply` returns what the case holds afterwards. */
export type ForeseenDecision = ForeseenChange & { apply: () => Promise<CaseAbout> };

/**
 * What only a kind of cases does: it locks the campaign and the case, throws if the decision is
 * impossible, and returns what follows from it.
 */
export type DecideCase<Given> = (
  ctx: Ctx,
  tx: Tx,
  decision: CaseDecision & Given,
) => Promise<ForeseenDecision>;

/** Locks a case; its campaign must be locked. Throws `conflict` if it is not open. */
export async function lockOpenCase(tx: Tx, id: string): Promise<StoredCase> {
  const found = await lockCase(tx, id);
  if (!found) throw caseNotFound();
  if (found.state === "open") return found;
  throw new AppError("conflict", `This case was ${found.state} already.`);
}

export function caseNotFound(): AppError {
  return new AppError("not_found", "There is no such case.");
}
