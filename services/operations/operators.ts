import type { OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import {
  isOperatorScope,
  makeRandomToken,
  operatorScopes,
  type RevokeOperatorInput,
} from "@fairclick/core/operations/operators";
import { withTx } from "@fairclick/sql/db/tx";
import {
  type AuditFilter,
  findOperatorByToken,
  findOperatorId,
  insertOperatorToken,
  type ListedToken,
  listAuditRows,
  listOperatorTokens,
  lockOrInsertOperator,
  revokeOperatorToken,
  revokeOperatorTokens,
  type WrittenAuditRow,
} from "@fairclick/sql/operations/operators";
import { hashToken } from "../accounts/token";
import { makeChange, requireOperator, writeAudit } from "../changes";
import { type Actor, type Ctx, type Page, type PageInput, readPage } from "../context";

type NewOperator = {
  name: string;
  scopes: readonly string[];
  /** Revokes the operator's earlier tokens, for example after one leaked. */
  replace?: boolean;
  /** When the token expires; null for never. */
  expiresAt?: Date | null;
};

/** `token` is shown once: only its SHA-256 is stored. */
export type AddedOperator = {
  token: string;
  operatorId: string;
  isNew: boolean;
  revokedTokens: number;
};

/** Access to the database as its owner is the authorisation. */
const actor: Actor = { kind: "system", job: "operators add" };

const namePattern = /^[\p{L}\p{N}][\p{L}\p{N}._@ -]{0,63}$/u;

/**
 * Creates an operator, or another token for the operator of this name. Requires a database that was
 * opened with `connectAsOwner`: the application can only read operators and end tokens.
 */
export async function addOperator(
  ctx: Pick<Ctx, "db" | "now">,
  { name, scopes, replace = false, expiresAt = null }: NewOperator,
): Promise<AddedOperator> {
  if (!namePattern.test(name)) {
    throw new AppError(
      "validation",
      "An operator's name has 1 to 64 letters, digits, spaces or any of . _ @ -",
    );
  }
  refuseUnknownScopes(scopes);
  const token = makeRandomToken();
  return withTx(ctx.db, async (tx) => {
    const { id, isNew } = await lockOrInsertOperator(tx, { id: Bun.randomUUIDv7(), name });
    const revokedTokens = replace
      ? await revokeOperatorTokens(tx, { operatorId: id, at: ctx.now() })
      : 0;
    await insertOperatorToken(tx, { hash: hashToken(token), operatorId: id, scopes, expiresAt });
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
    return { token, operatorId: id, isNew, revokedTokens };
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

export type DescribedOperator = { name: string; scopes: string[]; expiresAt: Date | null };

/** Returns the operator of the request's token. Throws `unauthenticated` for other actors. */
export async function describeOperator(ctx: Ctx, token: string): Promise<DescribedOperator> {
  const found =
    ctx.actor.kind === "operator" ? await findOperatorByToken(ctx.db.sql, hashToken(token)) : null;
  if (!found) throw new AppError("unauthenticated", "Authentication failed");
  const { name, scopes, expiresAt } = found;
  return { name, scopes, expiresAt };
}

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

export async function signOutOperator(ctx: Ctx, token: string): Promise<void> {
  const operatorId = requireOperator(ctx);
  await withTx(ctx.db, async (tx) => {
    await revokeOperatorToken(tx, { hash: hashToken(token), at: ctx.now() });
    await writeAudit(tx, ctx, { action: "operator.sign_out", subject: `operator:${operatorId}` });
  });
}

type Given = { [Field in keyof AuditFilter]?: NonNullable<AuditFilter[Field]> | undefined };

/** Lists the audit log, newest first. */
export async function listAudit(
  ctx: Pick<Ctx, "db">,
  { cursor, limit, ...filter }: Given & PageInput,
): Promise<Page<WrittenAuditRow>> {
  const { subject = null, action = null, actor = null, actorKind = null } = filter;
  const { since = null, until = null } = filter;
  return readPage(
    { limit },
    {
      read: (count) =>
        listAuditRows(ctx.db.sql, {
          ...{ subject, action, actor, actorKind, since, until },
          limit: count,
          cursor: cursor ? BigInt(cursor) : null,
        }),
      toCursor: (row) => row.id.toString(),
    },
  );
}
