import { AppError } from "@fairclick/core/errors";
import { connectAsOwner } from "./client";

/**
 * Grants `fairclick_app` to a login, as every connection of the application needs it. Returns false
 * if the login has it already. Throws `not_found` if there is no such login.
 */
export async function admitLogin(ownerUrl: string, login: string): Promise<boolean> {
  const db = connectAsOwner(ownerUrl);
  try {
    const [role] = await db.sql<{ isMember: boolean }[]>`
      /* admitLogin.find */
      select pg_has_role(oid, 'fairclick_app', 'member') as "isMember"
      from pg_roles where rolname = ${login}`;
    if (!role) {
      throw new AppError(
        "not_found",
        `The database server has no login "${login}". Create it first.`,
      );
    }
    if (role.isMember) return false;
    await db.sql`grant fairclick_app to ${db.sql(login)}`;
    return true;
  } finally {
    await db.end();
  }
}
