import { asId, type OperatorId } from "@fairclick/core/ids";
import type { Queryable } from "@fairclick/sql/db/client";
import { findOperatorByToken } from "@fairclick/sql/operations/operators";
import { hashToken } from "../../accounts/auth/token";
import { isOperatorToken } from "./operator-token";

export type Operator = { id: OperatorId; name: string; scopes: readonly string[] };

/** Returns the operator of a token; null if the token is not valid. */
export async function findOperator(db: Queryable, token: string): Promise<Operator | null> {
  if (!isOperatorToken(token)) return null;
  const row = await findOperatorByToken(db, hashToken(token));
  return row && { id: asId<OperatorId>(row.id), name: row.name, scopes: row.scopes };
}
