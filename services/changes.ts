import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import type { OperatorId, UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { operatorActed } from "@fairclick/core/notices/operator-notices";
import {
  describeFacts,
  type OperatorAction,
  undoCommand,
} from "@fairclick/core/operations/operators";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { type AuditFacts, insertAuditRow } from "@fairclick/sql/operations/operators";
import type { Actor, Ctx, OperatorActor } from "./context";
import { notify } from "./notify";

export type ForeseenChange = Omit<OperatorChange, "applied" | "action" | "seen"> & {
  action: OperatorAction;
  /** What the act counts, if it acts on more than its subject: the ids of a set, or a sum of money. */
  counted?: readonly (string | bigint)[];
  /** Time of the newest click that is counted: later ones do not belong to it. */
  newest?: Date | null;
};
type Decision = ForeseenChange & { apply: () => Promise<void> };

/**
 * Makes an operator's change and writes its audit row in one transaction. `decide` locks the rows,
 * throws if the change is impossible, and returns what will change; a dry run ends there. The row comes
 * before those of what follows from the change, because the operators' mail is about the first.
 */
export async function makeChange(
  ctx: Ctx,
  { reason, dryRun, seen: preview }: ChangeInput,
  decide: (tx: Tx) => Promise<Decision>,
): Promise<OperatorChange> {
  requireOperator(ctx);
  return withTx(ctx.db, async (tx) => {
    const { apply, counted, newest, ...change } = await decide(tx);
    const seen = counted ? markCounted(counted, newest) : null;
    if (dryRun) return { ...change, applied: false, seen };
    if (seen !== null) requireSeen(preview, seen);
    await writeAudit(tx, ctx, { ...change, reason });
    await apply();
    return { ...change, applied: true, seen };
  });
}

/** Returns a mark of what an act counts, in any order, which changes with it. `readNewest` reads the time. */
export function markCounted(
  counted: readonly (string | bigint)[],
  newest?: Date | null | undefined,
): string {
  const hash = new Bun.CryptoHasher("sha256").update(counted.map(String).sort().join("\n"));
  const time = newest ? `-${newest.getTime()}` : "";
  return `${counted.length}-${hash.digest("hex").slice(0, 24)}${time}`;
}

/** Returns the time of the newest click that a preview counted; null without one. */
export function readNewest(preview: string | undefined): Date | null {
  const ms = Number(preview?.split("-")[2] ?? Number.NaN);
  return Number.isSafeInteger(ms) ? new Date(ms) : null;
}

/** Throws `conflict` if an act that was previewed as `preview` would now concern something else. */
export function requireSeen(preview: string | undefined, now: string): void {
  if (preview === undefined || preview === now) return;
  throw new AppError(
    "conflict",
    "What this concerns has changed since the preview. Nothing was changed: look at it again.",
  );
}

type Change = {
  /** Noun and verb: `campaign.create`. */
  action: string;
  /** What was changed: `campaign:<id>`. */
  subject: string;
  reason?: string;
  before?: AuditFacts;
  after?: AuditFacts;
};

/** Actions of operators that concern only themselves. */
const ownActions: readonly string[] = ["operator.sign_out"];

/**
 * Writes who changed what, in the transaction of the change. An operator's act is also mailed to all
 * operators. Of a user's change, only the facts that differ are written, and nothing if none does:
 * nobody can delete a row.
 */
export async function writeAudit(
  tx: Tx,
  ctx: Pick<Ctx, "actor" | "now">,
  whole: Change,
): Promise<void> {
  const change = ctx.actor.kind === "user" ? keepChanged(whole) : whole;
  if (change === null) return;
  await insertAuditRow(tx, {
    ...actorColumns(ctx.actor),
    action: change.action,
    subject: change.subject,
    reason: change.reason ?? null,
    before: change.before ?? null,
    after: withKey(ctx.actor, change.after ?? null),
  });
  const { actor } = ctx;
  if (actor.kind !== "operator" || ownActions.includes(change.action)) return;
  await mailOperators(tx, { actor, now: ctx.now }, change);
}

/** Max characters of a text that a user's row keeps. */
const MAX_FACT = 500;

/** Returns a change with only the facts that differ, long texts cut; null if none differs. */
function keepChanged(change: Change): Change | null {
  const { before, after } = change;
  if (!before || !after) return change;
  const names = Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]);
  const keep = (facts: AuditFacts): AuditFacts =>
    Object.fromEntries(
      names.flatMap((name) => {
        const fact = facts[name];
        return fact === undefined ? [] : [[name, typeof fact === "string" ? cut(fact) : fact]];
      }),
    );
  return names.length === 0 ? null : { ...change, before: keep(before), after: keep(after) };
}

function cut(text: string): string {
  if (text.length <= MAX_FACT) return text;
  return `${text.slice(0, MAX_FACT).toWellFormed()}… (${text.length.toLocaleString("en-US")} characters)`;
}

/**
 * Queues one mail to the operators per call: the first row that a call writes says what its operator
 * decided, and later ones what follows from it.
 */
async function mailOperators(
  tx: Tx,
  { actor, now }: Pick<Ctx, "now"> & { actor: OperatorActor },
  { action, subject, ...change }: Change,
): Promise<void> {
  const { reason = null, before = null, after = null } = change;
  const undo = undoCommand({ action, subject, before, after });
  await notify(tx, { now }, operatorActed, {
    to: "operators",
    data: {
      ...{ operator: actor.name, action, subject, reason, undo },
      facts: describeFacts({ before, after }),
    },
    key: actor.callId,
  });
}

/** Names the personal key of a change that a program made. */
function withKey(actor: Ctx["actor"], after: AuditFacts | null): AuditFacts | null {
  const key = actor.kind === "user" ? actor.key : undefined;
  return key ? { ...after, byKey: key.id } : after;
}

/** Anonymous requests act as the system: they can only open an account or report events. */
function actorColumns(actor: Ctx["actor"]) {
  switch (actor.kind) {
    case "user":
      return { actorKind: "user", actorId: actor.userId } as const;
    case "operator":
      return { actorKind: "operator", actorId: actor.operatorId } as const;
    case "campaign":
    case "system":
    case "public":
      return { actorKind: "system", actorId: null } as const;
  }
}

/** Returns the signed-in user. Throws `unauthenticated` for other actors. */
export function requireUser(ctx: Ctx): UserId {
  if (ctx.actor.kind !== "user") throw new AppError("unauthenticated", t`Authentication failed`);
  return ctx.actor.userId;
}

/** Returns the campaign of the API key that was sent. Throws `unauthenticated` for other actors. */
export function requireCampaign(ctx: Ctx): Extract<Actor, { kind: "campaign" }> {
  if (ctx.actor.kind !== "campaign") {
    throw new AppError("unauthenticated", "This call needs a campaign's API key");
  }
  return ctx.actor;
}

/** Returns the operator. Throws `unauthenticated` for other actors. */
export function requireOperator(ctx: Pick<Ctx, "actor">): OperatorId {
  if (ctx.actor.kind !== "operator") throw new AppError("unauthenticated", "Authentication failed");
  return ctx.actor.operatorId;
}
