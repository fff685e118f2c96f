import type { OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import type { RevokeOperatorInput } from "@fairclick/core/operations/operators";
import { withTx } from "@fairclick/sql/db/tx";
import {
  findOperatorId,
  type ListedToken,
  listOperatorTokens,
  revokeOperatorToken,
} from "@fairclick/sql/operations/operators";
import { hashToken } from "../../accounts/auth/token";
import { requireOperator } from "../../actor";
import type { Ctx } from "../../context";
import { writeAudit } from "../write-audit";
import { makeChange } from "./make-change";

/** Lists the valid tokens of all operators. */
export function listTokens(ctx: Pick<Ctx, "db">): Promise<ListedToken[]> {
  return listOperatorTokens(ctx.db.sql);
}

/**
 * Revokes one token of an operator, or all of them. Throws `not_found` if there is no such operator or
 * token, and `conflict` if the operator has no valid token.
 */
export async function revokeTokens(
  ctx: Ctx,
  input: RevokeOperatorInput & { name: string },
): Promise<OperatorChange> {
  const { name, token } = input;
  return makeChange(ctx, input, async (tx) => {
    const id = await findOperatorId(tx, name);
    if (id === null) throw new AppError("not_found", `There is no operator "${name}".`);
    const valid = await listOperatorTokens(tx, { name });
    const wanted = token ? valid.filter((each) => each.token === token) : valid;
    if (wanted.length === 0 && token) {
      throw new AppError("not_found", `${name} has no valid token ${token}.`);
    }
    if (wanted.length === 0) throw new AppError("conflict", `${name} has no valid token.`);
    return {
      action: "operator.revoke",
      subject: `operator:${id}`,
      before: { name, tokens: listNames(valid) },
      after: { name, tokens: listNames(valid.filter((each) => !wanted.includes(each))) },
      apply: async () => {
        for (const { hash } of wanted) await revokeOperatorToken(tx, { hash, at: ctx.now() });
      },
    };
  });
}

function listNames(tokens: readonly ListedToken[]): string | null {
  return tokens.length === 0 ? null : tokens.map(({ token }) => token).join(" ");
}

/** Revokes the token that the caller used. */
export async function signOutOperator(ctx: Ctx, token: string): Promise<void> {
  const operatorId = requireOperator(ctx);
  await withTx(ctx.db, async (tx) => {
    await revokeOperatorToken(tx, { hash: hashToken(token), at: ctx.now() });
    await writeAudit(tx, ctx, { action: "operator.sign_out", subject: `operator:${operatorId}` });
  });
}
