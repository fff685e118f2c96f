import type { CaseKind, CaseState } from "@fairclick/core/campaigns/cases";
import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { MAX_OBJECTION_CLICKS } from "@fairclick/core/clicks/appeals";
import type { ReversalCategory } from "@fairclick/core/clicks/decisions";
import { isUuid } from "@fairclick/core/ids";
import {
  type CaseClickRow,
  type CaseRow,
  closeCase,
  findCase,
  getCase,
  listCaseClicks,
  listCases,
  listOwnCases,
  type OwnCaseRow,
} from "@fairclick/sql/campaigns/cases";
import { type CaseDecision, caseNotFound, type DecideCase } from "../campaigns/cases";
import { decideReview, type ReviewTerms } from "../campaigns/reviews";
import { makeChange, requireOperator, requireUser } from "../changes";
import { decideAppeal } from "../clicks/appeals";
import { decideObjection } from "../clicks/objections";
import type { ReversalLimit } from "../clicks/reversals";
import { type Ctx, type Page, type PageInput, readPage } from "../context";

type Given = ReviewTerms & ReversalLimit & { category: ReversalCategory };

const decisions: Record<CaseKind, DecideCase<Given>> = {
  appeals: decideAppeal,
  objections: decideObjection,
  reviews: decideReview,
};

/**
 * Decides a case with a reason that its user reads. Accepting an appeal pays the click, accepting an
 * objection reverses those of its clicks that are still paid, and accepting a review makes the campaign
 * live. Throws `not_found`, `conflict` or `insufficient_funds`, and the case stays open.
 */
export async function decideCase(
  ctx: Ctx,
  { id, dryRun, ...input }: ChangeInput & Omit<CaseDecision, "campaignId"> & Given,
): Promise<OperatorChange> {
  const operatorId = requireOperator(ctx);
  const { state, reason } = input;
  return makeChange(ctx, { reason, dryRun }, async (tx) => {
    const found = isUuid(id) ? await findCase(tx, id) : null;
    if (!found) throw caseNotFound();
    const { kind, campaignId } = found;
    const foreseen = await decisions[kind](ctx, tx, { ...input, id, campaignId });
    return {
      ...foreseen,
      before: { state: "open", ...foreseen.before },
      after: { state, ...foreseen.after },
      apply: async () => {
        const about = await foreseen.apply();
        await closeCase(tx, { id, state, answer: reason, operatorId, at: ctx.now(), about });
      },
    };
  });
}

const toCursor = ({ id }: { id: string }) => id;

export function listAllCases(
  ctx: Pick<Ctx, "db" | "now">,
  { kind, state, cursor, limit }: PageInput & { kind?: CaseKind | undefined; state: CaseState },
): Promise<Page<CaseRow>> {
  const filter = { kind: kind ?? null, state, cursor: cursor ?? null };
  const read = (count: number) => listCases(ctx.db.sql, { ...filter, at: ctx.now(), limit: count });
  return readPage({ limit }, { read, toCursor });
}

export type ShownCase = { shown: CaseRow; clicks: CaseClickRow[] };

/** Throws `not_found`. */
export async function showCase(ctx: Pick<Ctx, "db" | "now">, id: string): Promise<ShownCase> {
  const shown = isUuid(id) ? await getCase(ctx.db.sql, id, ctx.now()) : null;
  if (!shown) throw caseNotFound();
  return { shown, clicks: await listCaseClicks(ctx.db.sql, { id, limit: MAX_OBJECTION_CLICKS }) };
}

/** Lists the caller's cases, newest first. */
export function listCallersCases(
  ctx: Ctx,
  { cursor, limit }: PageInput,
): Promise<Page<OwnCaseRow>> {
  const userId = requireUser(ctx);
  const read = (count: number) =>
    listOwnCases(ctx.db.sql, { userId, cursor: cursor ?? null, limit: count });
  return readPage({ limit }, { read, toCursor });
}
