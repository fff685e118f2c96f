import { deleteSession } from "@fairclick/sql/accounts/sessions";
import type { Ctx } from "../../context";
import { hashToken } from "./token";

/** Revokes one session token; the user's other devices stay signed in. */
export async function logout(ctx: Pick<Ctx, "db">, token: string): Promise<void> {
  await deleteSession(ctx.db.sql, hashToken(token));
}
