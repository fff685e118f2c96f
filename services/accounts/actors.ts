import { asId, type OperatorId } from "@fairclick/core/ids";
import { OPERATOR_TOKEN_PREFIX } from "@fairclick/core/operations/operators";
import { findKeyOwner, markPersonalKeyUsed } from "@fairclick/sql/accounts/keys";
import { extendSession, findSession } from "@fairclick/sql/accounts/sessions";
import { findCampaignByKey } from "@fairclick/sql/conversions/conversions";
import type { Queryable } from "@fairclick/sql/db/client";
import { findOperatorByToken } from "@fairclick/sql/operations/operators";
import type { Actor, Ctx } from "../context";
import { isDueForExtension, sessionExpiry } from "./sessions";
import { hashToken, isCampaignToken, isPersonalToken, isToken } from "./token";

export type FoundActor = { actor: Actor; suspension: { reason: string | null } | null };

const KEY_USE_MS = 3_600_000;
const nobody: FoundActor = { actor: { kind: "public" }, suspension: null };

/** Returns the user of a session token or personal key; an anonymous actor if the token is wrong, expired or revoked. */
export async function findActor(
  ctx: Pick<Ctx, "db" | "now">,
  token: string | null,
): Promise<FoundActor> {
  if (token === null) return nobody;
  if (isOperatorToken(token)) return findOperatorActor(ctx, token);
  if (isCampaignToken(token)) return findCampaignActor(ctx, token);
  if (isPersonalToken(token)) return findKeyActor(ctx, token);
  return isToken(token) ? findUserActor(ctx, token) : nobody;
}

async function findOperatorActor(ctx: Pick<Ctx, "db">, token: string): Promise<FoundActor> {
  const operator = await findOperator(ctx.db.sql, token);
  if (!operator) return nobody;
  const { id: operatorId, name, scopes } = operator;
  const callId = Bun.randomUUIDv7();
  return { actor: { kind: "operator", operatorId, name, scopes, callId }, suspension: null };
}

async function findCampaignActor(ctx: Pick<Ctx, "db" | "now">, token: string): Promise<FoundActor> {
  const key = await findCampaignByKey(ctx.db.sql, hashToken(token));
  if (!key) return nobody;
  const { campaignId, keyId, suspended } = key;
  return {
    actor: { kind: "campaign", campaignId, keyId },
    suspension: suspended ? { reason: null } : null,
  };
}

/** Records the use of the key at most once an hour. */
async function findKeyActor(ctx: Pick<Ctx, "db" | "now">, token: string): Promise<FoundActor> {
  const at = ctx.now();
  const key = await findKeyOwner(ctx.db.sql, { tokenHash: hashToken(token), at });
  if (!key) return nobody;
  const { id, userId, scopes, lastUsedAt } = key;
  if (lastUsedAt === null || at.getTime() - lastUsedAt.getTime() >= KEY_USE_MS) {
    await markPersonalKeyUsed(ctx.db.sql, { id, at });
  }
  return { actor: { kind: "user", userId, key: { id, scopes } }, suspension: null };
}

async function findUserActor(ctx: Pick<Ctx, "db" | "now">, token: string): Promise<FoundActor> {
  const at = ctx.now();
  const tokenHash = hashToken(token);
  const session = await findSession(ctx.db.sql, { tokenHash, at });
  if (!session) return nobody;
  if (isDueForExtension(session.usedAt, at)) {
    const expiresAt = sessionExpiry({ createdAt: session.createdAt, usedAt: at });
    await extendSession(ctx.db.sql, { tokenHash, usedAt: at, expiresAt });
  }
  return {
    actor: { kind: "user", userId: session.userId },
    suspension: session.suspendedAt && { reason: session.suspensionReason },
  };
}

export type Operator = { id: OperatorId; name: string; scopes: readonly string[] };

/** Returns the operator of a token; null if the token is not valid. */
export async function findOperator(db: Queryable, token: string): Promise<Operator | null> {
  if (!isOperatorToken(token)) return null;
  const row = await findOperatorByToken(db, hashToken(token));
  return row && { id: asId<OperatorId>(row.id), name: row.name, scopes: row.scopes };
}

function isOperatorToken(text: string): boolean {
  return (
    text.startsWith(OPERATOR_TOKEN_PREFIX) && isToken(text.slice(OPERATOR_TOKEN_PREFIX.length))
  );
}
