import type {
  ChangeInput,
  OperatorChange,
} from "@fairclick/core/operations/operator-change-schema";
import { getAgreement, setBirthMonth } from "@fairclick/sql/accounts/agreements";
import { lockSuspension } from "@fairclick/sql/accounts/operated-users";
import { requireOperator } from "../actor";
import type { Ctx } from "../context";
import { makeChange } from "../operations/operators/make-change";
import { isMinor } from "./agreement";
import { parseUser, userNotFound } from "./find-user";
import { endConsentOf } from "./guardians/end-consent";

type Input = ChangeInput & { user: string; birthMonth: string };

/**
 * Corrects a user's month of birth, which users cannot change themselves. The consent of a guardian
 * ends if the user is 18 by then.
 */
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
      apply: async () => {
        await setBirthMonth(tx, { userId, birthMonth });
        if (await isMinor(tx, { userId, at: ctx.now() })) return;
        await endConsentOf(tx, ctx, { userId, by: "age" });
      },
    };
  });
}
