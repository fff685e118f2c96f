import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { lockSuspension } from "@fairclick/sql/accounts/operated-users";
import { getAgreement, setBirthMonth } from "@fairclick/sql/accounts/users";
import { requireOperator } from "../actor";
import type { Ctx } from "../context";
import { makeChange } from "../operations/operators/make-change";
import { parseUser, userNotFound } from "./find-user";

type Input = ChangeInput & { user: string; birthMonth: string };

/** Corrects a user's month of birth, which users cannot change themselves. */
export async function correctBirthMonth(
  ctx: Ctx,
  { user, birthMonth, ...input }: Input,
): Promise<OperatorChange> {
  requireOperator(ctx);
  const userId = await parseUser(ctx.db.sql, user);
  return makeChange(ctx, input, async (tx) => {
    const known = await lockSuspension(tx, userId);
    if (!known || known.deletedAt) throw userNotFound(user);
    const before = await getAgreement(tx, userId);
    return {
      action: "user.set_birth",
      subject: `user:${userId}`,
      before: { birthMonth: before.birthMonth },
      after: { birthMonth },
      apply: () => setBirthMonth(tx, { userId, birthMonth }),
    };
  });
}
