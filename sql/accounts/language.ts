import type { UserId } from "@fairclick/core/ids";
import type { Language } from "@fairclick/core/language/t";
import type { Queryable, Tx } from "../db/client";
import { requireRow } from "../db/require-row";

/** Returns the language of the mails that a user gets. */
export async function getLanguage(db: Queryable, userId: UserId): Promise<Language> {
  const [row] = await db<{ language: Language }[]>`
    /* language.get */
    select language from users where id = ${userId}`;
  return requireRow(row, "a user's language").language;
}

/** Returns false if it is the user's language already. */
export async function setLanguage(
  tx: Tx,
  { userId, language }: { userId: UserId; language: Language },
): Promise<boolean> {
  const { count } = await tx`
    /* language.set */
    update users set language = ${language}
    where id = ${userId} and deleted_at is null and language <> ${language}`;
  return count === 1;
}
