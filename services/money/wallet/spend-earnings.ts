import { microsFromCents } from "@fairclick/core/amounts";
import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import { withTx } from "@fairclick/sql/db/tx";
import { findSpentMicros, lockAccounts, postTransaction } from "@fairclick/sql/money/ledger";
import { requireNoCooldown } from "../../accounts/recovery/recovery-cooldown";
import { requireConfirmedEmail } from "../../accounts/require-confirmed-email";
import { requireUser } from "../../actor";
import { judgeCreatorLinks } from "../../clicks/links/find-findings";
import type { Ctx } from "../../context";
import { writeAudit } from "../../operations/write-audit";
import { type DepositHold, findWaitingEarnings } from "./find-waiting-earnings";

type Input = {
  amountCents: number;
  requestId?: string | undefined;
  /** Refuses users with an unconfirmed address. */
  needsConfirmedEmail: boolean;
} & DepositHold;

/**
 * Moves the caller's earnings to the own wallet, for campaigns. Only what could be withdrawn can be
 * moved, and its lots move along: money of a card keeps the rules of that card. A repeated `requestId`
 * moves nothing. Throws `insufficient_funds`, `forbidden` before the address is confirmed, or
 * `conflict` if the request was made with another amount, or during the account's cooldown.
 */
export async function spendEarnings(ctx: Ctx, input: Input): Promise<void> {
  const userId = requireUser(ctx);
  if (input.needsConfirmedEmail) await requireConfirmedEmail(ctx.db.sql, userId);
  await judgeCreatorLinks(ctx, userId);
  const micros = microsFromCents(input.amountCents);
  const idempotencyKey = `earnings_spent:${userId}:${input.requestId ?? Bun.randomUUIDv7()}`;
  const [wallet, earnings] = [
    { kind: "wallet", ownerId: userId } as const,
    { kind: "earnings", ownerId: userId } as const,
  ];
  await withTx(ctx.db, async (tx) => {
    const locked = await lockAccounts(tx, [wallet, earnings]);
    const spent = await findSpentMicros(tx, idempotencyKey);
    if (spent === micros) return;
    if (spent !== null) {
      throw new AppError("conflict", t`This request was already made with another amount.`);
    }
    await requireNoCooldown(tx, { userId, at: ctx.now() });
    const balance = locked.find(({ kind }) => kind === "earnings")?.balanceMicros ?? 0n;
    const waiting = await findWaitingEarnings(tx, ctx.now(), { ...input, userId });
    if (micros > balance - waiting.micros) {
      throw new AppError("insufficient_funds", t`The amount cannot exceed what can be withdrawn.`);
    }
    await postTransaction(tx, {
      kind: "earnings_spent",
      idempotencyKey,
      reference: `earnings:${userId}`,
      entries: [
        { account: earnings, micros: -micros },
        { account: wallet, micros },
      ],
    });
    await writeAudit(tx, ctx, {
      action: "earnings.spend",
      subject: `user:${userId}`,
      after: { amountMicros: micros.toString() },
    });
  });
}
