import { AppError } from "@fairclick/core/errors";
import {
  isOperatorScope,
  makeRandomToken,
  operatorScopes,
} from "@fairclick/core/operations/operators";
import { withTx } from "@fairclick/sql/db/tx";
import {
  insertOperatorToken,
  lockOrInsertOperator,
  revokeOperatorTokens,
} from "@fairclick/sql/operations/operators";
import { hashToken } from "../../accounts/auth/token";
import type { Actor, Ctx } from "../../context";
import { writeAudit } from "../write-audit";

type NewOperator = {
  name: string;
  scopes: readonly string[];
  /** Revokes the operator's earlier tokens, for example after one leaked. */
  replace?: boolean;
  /** When the token expires; null for never. */
  expiresAt?: Date | null;
};

type ApprovedOperator = { operatorId: string; isNew: boolean; revokedTokens: number };

/** `token` is shown once: only its SHA-256 is stored. */
export type AddedOperator = ApprovedOperator & { token: string };

/** Access to the database as its owner is the authorisation. */
const actor: Actor = { kind: "system", job: "operators add" };

const namePattern = /^[\p{L}\p{N}][\p{L}\p{N}._@ -]{0,63}$/u;

/**
 * Creates an operator, or another token for the operator of this name. Requires a database that was
 * opened with `connectAsOwner`: the application can only read operators and end tokens.
 */
export async function addOperator(
  ctx: Pick<Ctx, "db" | "now">,
  operator: NewOperator,
): Promise<AddedOperator> {
  const token = makeRandomToken();
  return { ...(await approveToken(ctx, { ...operator, hash: hashToken(token) })), token };
}

/**
 * Like `addOperator`, for a token that the operator made: only its hash is known here. Throws
 * `conflict` if the token was approved before, also if it was revoked since.
 */
export async function approveToken(
  ctx: Pick<Ctx, "db" | "now">,
  { name, scopes, hash, replace = false, expiresAt = null }: NewOperator & { hash: Uint8Array },
): Promise<ApprovedOperator> {
  if (!namePattern.test(name)) {
    throw new AppError(
      "validation",
      "An operator's name has 1 to 64 letters, digits, spaces or any of . _ @ -",
    );
  }
  refuseUnknownScopes(scopes);
  return withTx(ctx.db, async (tx) => {
    const { id, isNew } = await lockOrInsertOperator(tx, { id: Bun.randomUUIDv7(), name });
    const revokedTokens = replace
      ? await revokeOperatorTokens(tx, { operatorId: id, at: ctx.now() })
      : 0;
    if (!(await insertOperatorToken(tx, { hash, operatorId: id, scopes, expiresAt }))) {
      throw new AppError("conflict", "This request was approved before: make a new one.");
    }
    await writeAudit(
      tx,
      { actor, now: ctx.now },
      {
        action: "operator.add_token",
        subject: `operator:${id}`,
        after: {
          ...{ name, scopes: scopes.join(" "), revokedTokens },
          expiresAt: expiresAt?.toISOString() ?? null,
        },
      },
    );
    return { operatorId: id, isNew, revokedTokens };
  });
}

function refuseUnknownScopes(scopes: readonly string[]): void {
  const known = Object.keys(operatorScopes).join(", ");
  if (scopes.length === 0) throw new AppError("validation", `Name at least one scope of: ${known}`);
  const unknown = scopes.find((scope) => !isOperatorScope(scope));
  if (unknown !== undefined) {
    throw new AppError("validation", `There is no scope "${unknown}". Known scopes: ${known}`);
  }
}
