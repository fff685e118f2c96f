import {
  type CaseKind,
  describeSharedSides,
  type SharedSide,
} from "@fairclick/core/campaigns/cases";
import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { MAX_OBJECTION_CLICKS } from "@fairclick/core/clicks/appeals";
import type { ReversalCategory } from "@fairclick/core/clicks/decisions";
import { AppError } from "@fairclick/core/errors";
import { isUuid } from "@fairclick/core/ids";
import { hasAddressOfFew } from "@fairclick/core/money/holds";
import type { DecidedKind, DecidedState, DecidingAct } from "@fairclick/core/operations/cases";
import {
  type CaseClickRow,
  type CaseRow,
  closeCase,
  findCase,
  getCase,
  getCaseClicks,
  isOfCase,
  listCaseClicks,
  listCases,
  listOwnCases,
  type OwnCaseRow,
} from "@fairclick/sql/campaigns/cases";
import {
  findReportedAddress,
  getListedAddress,
  type ListedAddress,
  listReportedAddresses,
  listReports,
  type ReportRow,
} from "@fairclick/sql/campaigns/reports";
import { findFinding, listFindings, type OperatedFinding } from "@fairclick/sql/clicks/findings";
import { asClicks } from "@fairclick/sql/clicks/read-moved-clicks";
import { listSharedSides } from "@fairclick/sql/money/payout-holds";
import { type CaseDecision, caseNotFound, type DecideCase } from "../campaigns/cases";
import { confirmReport, dismissReport, reopenReport } from "../campaigns/reports";
import { decideReview, type ReviewTerms } from "../campaigns/reviews";
import { makeChange, requireOperator, requireUser } from "../changes";
import { decideAppeal } from "../clicks/appeals";
import { readLightly, readMoved, type Since } from "../clicks/both-stores";
import { decideFinding } from "../clicks/findings";
import { lookUpAddress } from "../clicks/look-up-address";
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
  {
    id,
    dryRun,
    seen,
    sharedSides,
    ...input
  }: ChangeInput & Omit<CaseDecision, "campaignId"> & Given & { sharedSides?: string },
): Promise<OperatorChange> {
  const operatorId = requireOperator(ctx);
  const { state, reason } = input;
  return makeChange(ctx, { reason, dryRun, seen }, async (tx) => {
    const found = isUuid(id) ? await findCase(tx, id) : null;
    if (!found) throw caseNotFound();
    const { kind, campaignId } = found;
    const foreseen = await decisions[kind](ctx, tx, { ...input, id, campaignId });
    return {
      ...foreseen,
      before: { state: "open", ...foreseen.before },
      after: { state, ...foreseen.after, ...(sharedSides ? { sharedSides } : {}) },
      apply: async () => {
        const about = await foreseen.apply();
        await closeCase(tx, { id, state, answer: reason, operatorId, at: ctx.now(), about });
      },
    };
  });
}

type Input = ChangeInput & Given & { id: string; act: DecidingAct; wholeHost: boolean };

/**
 * Decides a case, a finding about a link or reports of an address. Throws `not_found` or `conflict`.
 */
export async function decide(ctx: Ctx, { act, ...input }: Input): Promise<OperatorChange> {
  const kind = await findKind(ctx, input.id);
  if (kind === "reports") {
    if (act === "accept") return confirmReport(ctx, input, input);
    return act === "decline" ? dismissReport(ctx, input) : reopenReport(ctx, input);
  }
  const found = await findSharedSides(ctx, [input.id]);
  const sharedSides = describeSharedSides(found.get(input.id) ?? []);
  if (act === "reopen") {
    throw new AppError("conflict", "Only reports can be reopened.");
  }
  if (kind === "findings") {
    return decideFinding(ctx, {
      ...input,
      sharedSides,
      state: act === "accept" ? "confirmed" : "cleared",
    });
  }
  return decideCase(ctx, {
    ...input,
    sharedSides,
    state: act === "accept" ? "accepted" : "declined",
  });
}

async function findKind({ db }: Pick<Ctx, "db">, id: string): Promise<DecidedKind> {
  if (!isUuid(id)) throw caseNotFound();
  const found = await findCase(db.sql, id);
  if (found) return found.kind;
  if (await findFinding(db.sql, id)) return "findings";
  if (await findReportedAddress(db.sql, id)) return "reports";
  throw caseNotFound();
}

type Renamed<Row, Kind> = Omit<Row, "state"> & { kind: Kind; state: DecidedState };
export type FindingRow = Renamed<OperatedFinding, "findings">;
export type AddressRow = Renamed<ListedAddress, "reports">;
type Row = CaseRow | FindingRow | AddressRow;

/** With who may be one person on both sides. */
export type DecidedRow =
  | (CaseRow & { sharedSides: SharedSide[] })
  | (FindingRow & { sharedSides: SharedSide[] })
  | AddressRow;

/** Two sides are those of a campaign. */
function hasSides(row: Row): row is CaseRow | FindingRow {
  return row.kind !== "reports";
}

async function markSides(
  ctx: Pick<Ctx, "db" | "now">,
  rows: readonly Row[],
): Promise<DecidedRow[]> {
  const sides = await findSharedSides(
    ctx,
    rows.flatMap((row) => (hasSides(row) && row.kind !== "reviews" ? [row.id] : [])),
  );
  return rows.map((row) =>
    hasSides(row) ? { ...row, sharedSides: sides.get(row.id) ?? [] } : row,
  );
}

const findingStates = {
  open: "open",
  confirmed: "accepted",
  cleared: "declined",
  lapsed: "expired",
  explained: "withdrawn",
} as const;
const addressStates = { open: "open", confirmed: "accepted", dismissed: "declined" } as const;

function findKey<Key extends string>(names: Record<Key, string>, name: string): Key | null {
  return (Object.keys(names) as Key[]).find((key) => names[key] === name) ?? null;
}

function toFindingRow(finding: OperatedFinding): FindingRow {
  return { ...finding, kind: "findings", state: findingStates[finding.state] };
}

function toAddressRow(address: ListedAddress): AddressRow {
  return { ...address, kind: "reports", state: addressStates[address.state] };
}

type Filter = PageInput & { kind: DecidedKind; state: DecidedState };

export function listDecided(
  ctx: Pick<Ctx, "db" | "now">,
  { limit, ...filter }: Filter,
): Promise<Page<DecidedRow>> {
  const read = async (count: number) =>
    markSides(ctx, await readDecided(ctx, { ...filter, limit: count }));
  return readPage({ limit }, { read, toCursor });
}

async function readDecided(
  { db, now }: Pick<Ctx, "db" | "now">,
  { kind, state, limit, ...page }: Filter & { limit: number },
): Promise<Row[]> {
  const { sql } = db;
  const cursor = page.cursor ?? null;
  if (kind === "findings") {
    const own = findKey(findingStates, state);
    return own ? (await listFindings(sql, { state: own, cursor, limit })).map(toFindingRow) : [];
  }
  if (kind === "reports") {
    const own = findKey(addressStates, state);
    if (own === null) return [];
    return (await listReportedAddresses(sql, { state: own, cursor, limit })).map(toAddressRow);
  }
  return state === "expired" ? [] : listCases(sql, { kind, state, at: now(), cursor, limit });
}

/** An appeal's or objection's clicks, or what people wrote about an address. */
export type ShownCase = Since & {
  shown: DecidedRow;
  clicks: CaseClickRow[];
  reports: ReportRow[];
};

const SHOWN_REPORTS = 100;

/** Throws `not_found`. */
export async function showDecided(ctx: Pick<Ctx, "db" | "now">, id: string): Promise<ShownCase> {
  const { shown, ...about } = await readShown(ctx, id);
  const [marked] = await markSides(ctx, [shown]);
  if (!marked) throw caseNotFound();
  return { ...about, shown: marked };
}

const nothing = { clicks: [], reports: [], since: null };

type Unmarked = Omit<ShownCase, "shown"> & { shown: Row };

async function readShown(ctx: Pick<Ctx, "db" | "now">, id: string): Promise<Unmarked> {
  const { sql } = ctx.db;
  if (!isUuid(id)) throw caseNotFound();
  const shown = await getCase(sql, id, ctx.now());
  if (shown) return { ...nothing, shown, ...(await readCaseClicks(ctx, shown)) };
  const [finding] = await listFindings(sql, { state: null, id, cursor: null, limit: 1 });
  if (finding) return { ...nothing, shown: toFindingRow(finding) };
  const address = await getListedAddress(sql, id);
  if (!address) throw caseNotFound();
  const reports = await listReports(sql, { addressId: id, limit: SHOWN_REPORTS });
  return { ...nothing, shown: toAddressRow(address), reports };
}

/** Reads the clicks of a case, newest first. They are in two stores only if the day of one has moved since. */
async function readCaseClicks(ctx: Pick<Ctx, "db">, shown: CaseRow) {
  const { sql } = ctx.db;
  const page = { id: shown.id, limit: MAX_OBJECTION_CLICKS };
  const { kept, days } = await readLightly(ctx.db, (db) => listCaseClicks(db, page));
  const { ids, from, to } = await getCaseClicks(sql, shown.id);
  if (!from || !to) return { clicks: kept };
  const wanted = isOfCase(shown, ids.slice(-page.limit));
  const there = { days, span: { from, to }, wanted, limit: page.limit - kept.length };
  const { rows, since } = await readMoved(ctx, there, (moved) =>
    listCaseClicks(sql, { ...page, clicks: asClicks(sql, moved) }),
  );
  return { clicks: [...kept, ...rows], since };
}

const toCursor = ({ id }: { id: string }) => id;

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

/**
 * Returns by case or finding which creators may be the campaign's developer, and by what. One person on both
 * sides can be paid by both, so operators see it before they decide.
 */
async function findSharedSides(
  ctx: Pick<Ctx, "db" | "now">,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SharedSide[]>> {
  const sides = new Map<string, SharedSide[]>();
  for (const { id, creator, sameUser, ...found } of await listSharedSides(ctx.db.sql, ids)) {
    const things = [
      ...(sameUser ? (["account"] as const) : []),
      ...(["card", "bank", "device"] as const).filter((thing) => found[thing]),
      ...((await hasAddressOfFew(found.addresses, (address) => lookUpAddress(ctx, { address })))
        ? (["address"] as const)
        : []),
    ];
    if (things.length > 0) sides.set(id, [...(sides.get(id) ?? []), { creator, things }]);
  }
  return sides;
}
