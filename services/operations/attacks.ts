import { formatExactDollars } from "@fairclick/core/amounts";
import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import { asId, type UserId } from "@fairclick/core/ids";
import { endsByItself } from "@fairclick/core/money/holds";
import { withdrawalHeld } from "@fairclick/core/notices/money-notices";
import {
  type AttackAbout,
  type GroupAct,
  type GroupActInput,
  groupActNames,
  groupActs,
  MAX_MEMBERS,
} from "@fairclick/core/operations/attacks";
import { describeFacts } from "@fairclick/core/operations/operators";
import { updateSuspension } from "@fairclick/sql/accounts/operated-users";
import { closeCase } from "@fairclick/sql/campaigns/cases";
import { lockLinksOfCreators, type NamedLink } from "@fairclick/sql/campaigns/links";
import type { DecidableClick } from "@fairclick/sql/clicks/click-decisions";
import type { Tx } from "@fairclick/sql/db/client";
import { normaliseNetwork } from "@fairclick/sql/ip/lists";
import { updateHold } from "@fairclick/sql/money/outflows";
import {
  type Attack,
  findActFacts,
  findAttack,
  findAttackOfAct,
  listAttacks,
  listFormerHolds,
  listMemberMoney,
  listNetworkClicks,
  lockAttack,
  lockAttackOfMembers,
  lockMembers,
  lockPendingWithdrawals,
  type Member,
  type PendingWithdrawal,
  reopenAttack,
  saveAttack,
} from "@fairclick/sql/operations/attacks";
import { type AuditFacts, listAuditRows } from "@fairclick/sql/operations/operators";
import { findRelatedUsers, parseUser, userNotFound } from "../accounts/users";
import { caseNotFound } from "../campaigns/cases";
import { changeLinks } from "../campaigns/links";
import { makeChange, readNewest, requireOperator, writeAudit } from "../changes";
import { decideClicks, decideInBatches, findPaidClicks } from "../clicks/decide-clicks";
import {
  countTowardsReversalLimit,
  foreseeReversal,
  type ReversalLimit,
  sumPaid,
  sumWhereabouts,
} from "../clicks/reversals";
import type { Ctx } from "../context";
import { requireAccountsLeft } from "../money/close-account";
import { enqueueOutflow } from "../money/outflows";
import { notify } from "../notify";

/** Most links that one act stops or starts. */
const MAX_LINKS = 2_000;
/** Most accounts and networks of a case. */
const MAX_CASE_MEMBERS = 500;

type Given = GroupActInput & ReversalLimit & { operatorAddresses: readonly string[] };

/**
 * Acts on several accounts at once: holds their withdrawals, stops their links and suspends them in one
 * transaction, then reverses their paid clicks in batches. What is so already stays as it is, so that the
 * act can be undone exactly. The accounts and the act belong to a case, which is opened if there is none.
 * Throws `validation`, `forbidden`, `not_found` or `conflict`.
 */
export async function actOnGroup(ctx: Ctx, given: Given): Promise<OperatorChange> {
  if (given.undo !== undefined) return undoAct(ctx, { ...given, actId: given.undo });
  requireScopes(ctx, given.acts);
  requireSeenIfRelated(given);
  const acts = groupActNames.filter((act) => given.acts.includes(act));
  const ids = await findMembers(ctx, given);
  const networks: string[] = [];
  for (const text of given.networks) networks.push(await normaliseNetwork(ctx.db.sql, text));
  if (ids.length + (acts.length === 0 ? networks.length : 0) === 0) {
    throw new AppError("validation", "Name the accounts.");
  }
  const found = acts.includes("reverse")
    ? await findPaidClicks(ctx, {
        creatorIds: ids,
        from: given.from === undefined ? null : new Date(given.from),
        to: given.to === undefined ? null : new Date(given.to),
        newest: readNewest(given.seen),
      })
    : { clicks: [], complete: true };
  const actId = Bun.randomUUIDv7();
  const change = await makeChange(ctx, given, async (tx) => {
    if (acts.length > 0) await requireAccountsLeft(tx, ctx, ids.length);
    const plan = await makePlan(tx, { ids, acts, clicks: found.clicks });
    const attack = await findCaseOf(tx, { ...given, users: ids, networks });
    const at = ctx.now();
    const facts = await describePlan(tx, plan, given);
    const caseId = attack?.id ?? Bun.randomUUIDv7();
    return {
      action: acts.length === 0 ? "attack.open" : "attack.act",
      subject: `attack:${given.dryRun && attack === null ? "new" : caseId}`,
      counted: [...listCounted(plan), ...networks],
      newest: found.clicks.at(-1)?.clickedAt ?? null,
      before: facts.before,
      after: {
        ...facts.after,
        ...(networks.length === 0 ? {} : { networks: networks.join(", ") }),
        ...(found.complete ? {} : { moreClicks: "repeat the act to reverse them" }),
        ...(acts.length === 0 || given.dryRun
          ? {}
          : { acts: acts.join(", "), act: actId, at: at.toISOString() }),
      },
      apply: async () => {
        const { limitMicros } = given;
        await countTowardsReversalLimit(tx, ctx, { micros: sumPaid(plan.clicks), limitMicros });
        const about = addToCase(attack, {
          ...{ users: ids, networks, acts: acts.length === 0 ? [] : [actId] },
        });
        await saveAttack(tx, { id: caseId, note: given.reason, about, at });
        await applyPlan(ctx, tx, { plan, at, actId, reason: given.reason });
      },
    };
  });
  if (change.applied && found.clicks.length > 0) {
    const { reason, category } = given;
    const operatorId = requireOperator(ctx);
    const act = { id: actId, by: "operator", operatorId, action: "reverse", category } as const;
    await decideInBatches(ctx, { ...act, reason, dryRun: false }, found.clicks);
  }
  return change;
}

/** Throws `forbidden` if the token lacks the scope of an act. */
function requireScopes({ actor }: Ctx, acts: readonly GroupAct[]): void {
  const scopes = actor.kind === "operator" ? actor.scopes : [];
  const missing = acts.map((act) => groupActs[act]).find((scope) => !scopes.includes(scope));
  if (missing) throw new AppError("forbidden", `This token does not have the scope ${missing}`);
}

/** A stranger can make accounts look related, so an operator must have seen the list of members. */
function requireSeenIfRelated({ related, dryRun, seen }: Given): void {
  if (!related || dryRun || seen !== undefined) return;
  throw new AppError(
    "validation",
    "Preview an act on related accounts first, and apply it with the mark of the preview.",
  );
}

/** Returns the ids of the accounts, sorted. */
async function findMembers(ctx: Ctx, given: Given): Promise<UserId[]> {
  const { db } = ctx;
  const ids = new Set<UserId>();
  for (const user of given.users) ids.add(await parseUser(db.sql, user));
  if (given.related) {
    for (const user of [...ids]) {
      const { accounts } = await findRelatedUsers(ctx, user);
      for (const { id } of accounts) ids.add(asId<UserId>(id));
    }
  }
  if (ids.size === 0 && given.case !== undefined) {
    const attack = await findAttack(db.sql, given.case);
    for (const id of attack?.about.users ?? []) ids.add(asId<UserId>(id));
  }
  if (ids.size > MAX_MEMBERS) {
    throw new AppError(
      "validation",
      `One act concerns at most ${MAX_MEMBERS} accounts. These are ${ids.size}.`,
    );
  }
  return [...ids].sort();
}

/** Locks the case that was named, or the open one of these accounts; null if a new one is needed. */
async function findCaseOf(
  tx: Tx,
  { case: id, users, networks }: Pick<Given, "case"> & Pick<AttackAbout, "users" | "networks">,
): Promise<Attack | null> {
  if (id === undefined) return lockAttackOfMembers(tx, { users, networks });
  const attack = await lockAttack(tx, id);
  if (!attack) throw caseNotFound();
  if (attack.state !== "open") throw new AppError("conflict", "This case is decided already.");
  return attack;
}

function addToCase(attack: Attack | null, added: AttackAbout): AttackAbout {
  const { about } = attack ?? { about: { users: [], networks: [], acts: [] } };
  const users = [...new Set([...about.users, ...added.users])];
  const networks = [...new Set([...about.networks, ...added.networks])];
  if (users.length + networks.length > MAX_CASE_MEMBERS) {
    throw new AppError("conflict", `A case has at most ${MAX_CASE_MEMBERS} members.`);
  }
  return { users, networks, acts: [...about.acts, ...added.acts] };
}

/** What an act concerns, and of that what it changes; the rows are locked. */
type Plan = {
  members: Member[];
  acts: readonly GroupAct[];
  /** All that are pending, and those that the act holds. */
  withdrawals: PendingWithdrawal[];
  holding: PendingWithdrawal[];
  stopping: NamedLink[];
  suspending: Member[];
  clicks: DecidableClick[];
};

type Wanted = Pick<Plan, "acts" | "clicks"> & { ids: UserId[] };

/** Locks accounts, withdrawals and links, in this order. Throws `conflict` if nothing would change. */
async function makePlan(tx: Tx, { ids, acts, clicks }: Wanted): Promise<Plan> {
  const members = await lockMembers(tx, ids);
  const known = new Set(members.map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing) throw userNotFound(missing);
  const withdrawals = await lockPendingWithdrawals(tx, ids);
  const holding = acts.includes("hold") ? withdrawals.filter(canHold) : [];
  const stopping = acts.includes("stop")
    ? await lockLinksOfCreators(tx, { creatorIds: ids, disabledAt: null, limit: MAX_LINKS })
    : [];
  const suspending = acts.includes("suspend")
    ? members.filter(({ suspendedAt, deletedAt }) => !suspendedAt && !deletedAt)
    : [];
  const changes = holding.length + stopping.length + suspending.length + clicks.length;
  if (acts.length > 0 && changes === 0) {
    throw new AppError("conflict", "All of this is so already: nothing is left to do.");
  }
  return { members, acts, withdrawals, holding, stopping, suspending, clicks };
}

/** As `withdrawals decide hold` does: not what was sent, nor what an operator must decide anyway. */
function canHold({ sendingAt, heldAt, holdKinds }: PendingWithdrawal): boolean {
  return sendingAt === null && (heldAt === null || endsByItself(holdKinds));
}

function listCounted({ members, holding, stopping, suspending, clicks }: Plan): string[] {
  return [
    ...members.map(({ id }) => `member ${id}`),
    ...holding.map(({ id, amountMicros }) => `hold ${id} ${amountMicros}`),
    ...stopping.map(({ code }) => `stop ${code}`),
    ...suspending.map(({ id }) => `suspend ${id}`),
    ...clicks.map(({ id }) => `reverse ${id}`),
  ];
}

type Facts = { before: AuditFacts; after: AuditFacts };

async function describePlan(
  tx: Tx,
  plan: Plan,
  { operatorAddresses }: Pick<Given, "operatorAddresses">,
): Promise<Facts> {
  const { members, acts, withdrawals, holding, stopping, suspending, clicks } = plan;
  const before: AuditFacts = {};
  const after: AuditFacts = {};
  if (acts.includes("reverse")) {
    const foreseen = sumWhereabouts((await foreseeReversal(tx, clicks)).values());
    const { micros, stoppedMicros, owedMicros } = foreseen;
    before.reversed = "0";
    after.reversed = `${countNoun(clicks.length, "click")}, ${formatExactDollars(micros)} (unsent withdrawals ${formatExactDollars(stoppedMicros)}, owed ${formatExactDollars(owedMicros)})`;
  }
  if (acts.includes("hold")) {
    const held = withdrawals.filter(({ heldAt }) => heldAt);
    const sending = withdrawals.filter(({ sendingAt }) => sendingAt);
    before.heldWithdrawals = describeSum(held);
    after.heldWithdrawals = describeSum([...new Set([...held, ...holding])]);
    if (sending.length > 0) after.alreadySent = describeSum(sending);
  }
  if (acts.includes("suspend")) {
    const suspended = members.filter(({ suspendedAt }) => suspendedAt).length;
    before.suspended = suspended;
    after.suspended = suspended + suspending.length;
  }
  if (acts.includes("stop")) {
    before.stoppedLinks = 0;
    after.stoppedLinks = stopping.length;
    if (stopping.length === MAX_LINKS) after.moreLinks = "repeat the act to stop them";
  }
  before.accounts = members.length;
  after.accounts = members.length;
  // The sums come first: a screen may not have room for all names.
  before.members = describeMembers(plan, operatorAddresses);
  after.members = before.members;
  return { before, after };
}

function describeSum(withdrawals: readonly PendingWithdrawal[]): string {
  const micros = withdrawals.reduce((sum, { amountMicros }) => sum + amountMicros, 0n);
  return `${withdrawals.length}, ${formatExactDollars(micros)}`;
}

/** Names each account with what the act does to it: `ann (withdrawal $7.04, 3 links, 812 clicks $16.24)`. */
function describeMembers(
  { members, holding, stopping, clicks }: Plan,
  operatorAddresses: readonly string[],
): string {
  const links = Map.groupBy(stopping, ({ creatorId }) => creatorId);
  const paid = Map.groupBy(clicks, ({ creatorId }) => creatorId);
  return members
    .map(({ id, username, email, suspendedAt, deletedAt }) => {
      const held = holding.filter(({ userId }) => userId === id);
      const own = paid.get(id) ?? [];
      const stopped = links.get(id)?.length ?? 0;
      const parts = [
        ...(operatorAddresses.includes(email) ? ["an operator's address"] : []),
        ...(deletedAt ? ["deleted"] : suspendedAt ? ["suspended already"] : []),
        ...held.map(({ amountMicros }) => `withdrawal ${formatExactDollars(amountMicros)}`),
        ...(stopped > 0 ? [countNoun(stopped, "link")] : []),
        ...(own.length > 0
          ? [`${countNoun(own.length, "click")} ${formatExactDollars(sumPaid(own))}`]
          : []),
      ];
      return parts.length === 0 ? username : `${username} (${parts.join(", ")})`;
    })
    .join("; ");
}

function countNoun(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

type Applied = { plan: Plan; at: Date; actId: string; reason: string };

async function applyPlan(ctx: Ctx, tx: Tx, { plan, at, actId, reason }: Applied): Promise<void> {
  for (const { id, username } of plan.suspending) {
    await updateSuspension(tx, { id, at, reason });
    await writeAudit(tx, ctx, {
      ...{ action: "user.suspend", subject: `user:${id}`, reason },
      before: { username, suspended: false },
      after: { username, suspended: true, act: actId },
    });
  }
  for (const each of plan.holding) {
    const { id, userId, amountMicros, heldAt, holdReason, holdKinds, holdUntil } = each;
    await updateHold(tx, "withdrawal", { id, hold: { at, reason, kinds: null, until: null } });
    await writeAudit(tx, ctx, {
      ...{ action: "withdrawal.hold", subject: `withdrawal:${id}`, reason },
      before: {
        ...{ held: heldAt !== null, heldAt: heldAt?.toISOString() ?? null, holdReason },
        holdKinds: holdKinds?.join() ?? null,
        holdUntil: holdUntil?.toISOString() ?? null,
      },
      after: { held: true, act: actId },
    });
    await notify(tx, ctx, withdrawalHeld, { to: [userId], data: { amountMicros } });
  }
  if (plan.stopping.length > 0) {
    const stop = { disabledAt: at, disabledBy: "operator" } as const;
    await changeLinks(tx, ctx, { links: plan.stopping, reason, ...stop });
  }
}

/**
 * Undoes an act: what it suspended, held and stopped becomes what it was, unless somebody has changed it
 * since, and the clicks that it reversed are paid again as far as the budgets allow.
 */
async function undoAct(
  ctx: Ctx,
  { actId, reason, dryRun, seen }: ChangeInput & { actId: string },
): Promise<OperatorChange> {
  const attack = await findAttackOfAct(ctx.db.sql, actId);
  const subject = `attack:${attack?.id}`;
  const done = attack && (await findActFacts(ctx.db.sql, { subject, actId }));
  if (!done) throw new AppError("not_found", "There is no such act.");
  const acts = groupActNames.filter((act) => String(done.acts).split(", ").includes(act));
  requireScopes(ctx, acts);
  const at = new Date(String(done.at));
  const again = { action: "approve", clicks: { group: { actId } }, reason } as const;
  const paid = await decideClicks(ctx, { ...again, dryRun: true });
  const waiting: string[] = [];
  const change = await makeChange(ctx, { reason, dryRun, seen }, async (tx) => {
    const ids = attack.about.users.map((id) => asId<UserId>(id)).sort();
    const members = await lockMembers(tx, ids);
    const withdrawals = await lockPendingWithdrawals(tx, ids);
    const links = await lockLinksOfCreators(tx, {
      ...{ creatorIds: ids, disabledAt: at, limit: MAX_LINKS },
    });
    const restoring = members.filter(
      ({ suspendedAt, deletedAt }) => !deletedAt && isAt(suspendedAt, at),
    );
    const former = await listFormerHolds(tx, { ids: withdrawals.map(({ id }) => id), actId });
    const releasing = withdrawals.filter(
      ({ id, heldAt, holdKinds }) => former.has(id) && holdKinds === null && isAt(heldAt, at),
    );
    if (restoring.length + links.length + releasing.length + paid.clicks === 0) {
      throw new AppError("conflict", "Nothing is left to undo of this act.");
    }
    const names = restoring.map(({ username }) => username).join("; ");
    waiting.push(...withdrawals.map(({ id }) => id));
    return {
      action: "attack.undo",
      subject,
      counted: [
        ...restoring.map(({ id }) => id),
        ...links.map(({ code }) => code),
        ...releasing.map(({ id }) => id),
        paid.seen,
      ],
      before: { act: actId },
      after: {
        ...{ act: actId, restored: restoring.length, restoredAccounts: names },
        ...{ releasedWithdrawals: describeSum(releasing), startedLinks: links.length },
        ...{ clicksPaidAgain: paid.clicks, paidAgain: formatExactDollars(BigInt(paid.micros)) },
      },
      apply: async () => {
        for (const { id, username } of restoring) {
          await updateSuspension(tx, { id, at: null, reason: null });
          await writeAudit(tx, ctx, {
            ...{ action: "user.restore", subject: `user:${id}`, reason },
            before: { username, suspended: true },
            after: { username, suspended: false, act: actId },
          });
        }
        for (const { id } of releasing) {
          await updateHold(tx, "withdrawal", { id, hold: readHold(former.get(id)) });
          await writeAudit(tx, ctx, {
            ...{ action: "withdrawal.release", subject: `withdrawal:${id}`, reason },
            before: { held: true },
            after: { ...former.get(id), act: actId },
          });
        }
        if (links.length > 0) {
          await changeLinks(tx, ctx, { links, reason, disabledAt: null, disabledBy: null });
        }
      },
    };
  });
  if (!change.applied) return change;
  if (paid.clicks > 0) await decideClicks(ctx, { ...again, dryRun: false });
  for (const id of waiting) await enqueueOutflow(ctx, "withdrawal", id);
  return change;
}

function isAt(time: Date | null, at: Date): boolean {
  return time?.getTime() === at.getTime();
}

/** Returns the hold that an act replaced; null if the withdrawal was not held. */
function readHold(facts: AuditFacts | undefined) {
  if (typeof facts?.heldAt !== "string") return null;
  const { heldAt, holdReason, holdKinds, holdUntil } = facts;
  return {
    at: new Date(heldAt),
    reason: String(holdReason),
    kinds: typeof holdKinds === "string" ? holdKinds.split(",") : null,
    until: typeof holdUntil === "string" ? new Date(holdUntil) : null,
  };
}

type Decision = ChangeInput & { id: string; state: "accepted" | "declined" | "open" };

/** Closes an attack, or opens it again. What was decided about its accounts stays. */
export async function decideAttack(ctx: Ctx, { id, state, ...input }: Decision) {
  const operatorId = requireOperator(ctx);
  return makeChange(ctx, input, async (tx) => {
    const attack = await lockAttack(tx, id);
    if (!attack) throw caseNotFound();
    if ((attack.state === "open") === (state === "open")) {
      throw new AppError(
        "conflict",
        `This case is ${state === "open" ? "open" : "decided"} already.`,
      );
    }
    return {
      action: state === "open" ? "attack.reopen" : `attack.${state}`,
      subject: `attack:${id}`,
      before: { state: attack.state },
      after: { state },
      apply: async () => {
        if (state === "open") return reopenAttack(tx, id);
        const answer = input.reason;
        await closeCase(tx, { id, state, answer, operatorId, at: ctx.now(), about: {} });
      },
    };
  });
}

const SHOWN_DECISIONS = 200;

export type ListedAttack = Awaited<ReturnType<typeof describeAttack>>;

async function describeAttack({ db }: Pick<Ctx, "db">, attack: Attack) {
  const members = await listMemberMoney(db.sql, attack.about);
  const sum = (name: "takenMicros" | "heldMicros" | "leavableMicros" | "outMicros") =>
    members.reduce((total, member) => total + member[name], 0n);
  return {
    ...attack,
    kind: "attacks" as const,
    accounts: members.length,
    takenMicros: sum("takenMicros"),
    heldMicros: sum("heldMicros"),
    leavableMicros: sum("leavableMicros"),
    outMicros: sum("outMicros"),
    members,
  };
}

export async function readAttacks(
  ctx: Pick<Ctx, "db">,
  filter: { state: string; cursor: string | null; limit: number },
): Promise<ListedAttack[]> {
  const attacks = await listAttacks(ctx.db.sql, filter);
  return Promise.all(attacks.map((attack) => describeAttack(ctx, attack)));
}

export type ShownAttack = NonNullable<Awaited<ReturnType<typeof showAttack>>>;

/** Returns an attack with what was decided about its accounts, oldest first; null if there is none. */
export async function showAttack(ctx: Pick<Ctx, "db">, id: string) {
  const attack = await findAttack(ctx.db.sql, id);
  if (!attack) return null;
  const rows = await listAuditRows(ctx.db.sql, {
    ...{ subject: `attack:${id}`, action: null, actor: null, actorKind: null },
    ...{ since: null, until: null, limit: SHOWN_DECISIONS, cursor: null },
  });
  const decisions = rows.reverse().map(({ at, actorName: operator, action, reason, ...facts }) => ({
    ...{ at, operator, action, reason, facts: describeFacts(facts) },
  }));
  const networks = await listNetworkClicks(ctx.db.sql, attack.about.networks);
  return { ...(await describeAttack(ctx, attack)), networks, decisions };
}
