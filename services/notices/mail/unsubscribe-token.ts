import { createHmac, timingSafeEqual } from "node:crypto";
import { asId, isUuid, type UserId } from "@fairclick/core/ids";
import { findNoticeKind } from "@fairclick/core/notices/registry";
import type { Db } from "@fairclick/sql/db/client";
import { getSecret } from "../../secret";

type OptOut = { userId: UserId; kind: string };

/** Returns a token that switches off one kind of mail for one user, and nothing else. */
export async function makeUnsubscribeToken(db: Db, { userId, kind }: OptOut): Promise<string> {
  return `${userId}.${kind}.${await sign(db, { userId, kind })}`;
}

/** Returns null if the token was not made here, or its kind cannot be switched off. */
export async function readUnsubscribeToken(db: Db, token: string): Promise<OptOut | null> {
  const match = /^([0-9a-f-]{36})\.([a-z_.]{1,60})\.([\w-]{43})$/.exec(token);
  const [, id = "", kind = "", signature = ""] = match ?? [];
  if (!isUuid(id) || findNoticeKind(kind)?.mail !== "optional") return null;
  const expected = await sign(db, { userId: asId<UserId>(id), kind });
  const genuine = timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
  return genuine ? { userId: asId<UserId>(id), kind } : null;
}

async function sign(db: Db, { userId, kind }: OptOut): Promise<string> {
  const secret = await getSecret(db, "unsubscribe");
  return createHmac("sha256", secret).update(`${userId}.${kind}`).digest("base64url");
}
