import { randomUUID } from "node:crypto";
import { asId, type OperatorId } from "@fairclick/core/ids";
import { operatorScopes } from "@fairclick/core/operations/operators";
import type { Db, Sql } from "@fairclick/sql/db/client";
import type { Ctx } from "../context";
import { systemCtx } from "./system-ctx";

/**
 * Returns the context of one call of a new operator with all scopes; only the database's owner can add
 * one.
 */
export async function operatorCtx(db: Db, owner: Sql, now?: () => Date): Promise<Ctx> {
  const operatorId = asId<OperatorId>(randomUUID());
  await owner`insert into operators (id, name) values (${operatorId}, ${operatorId})`;
  const scopes = Object.keys(operatorScopes);
  const actor = {
    kind: "operator",
    operatorId,
    name: operatorId,
    scopes,
    callId: randomUUID(),
  } as const;
  return { ...systemCtx(db, now), actor };
}
