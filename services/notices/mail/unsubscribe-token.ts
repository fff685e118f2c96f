import { createHmac, timingSafeEqual } from "node:crypto";
import { asId, isUuid, type UserId } from "@fairclick/core/ids";
import { findNoticeKind } from "@fairclick/core/notices/registry";
import type { Db } from "@fairclick/sql/db/client";
import { getSecret } from "../../secret";

const LONGEST_TOKEN = 200;

type OptOut = { userId: UserId; kind: string };

/** Returns a token that switches off one kind of mail for one user, and nothing else. */
export async function makeUnsubscribeToken(db: Db, { userId, kind }: OptOut): Promise<string> {
  return `${userId}.${kind}.${await sign(db, { userId, kind })}`;
}

/** Returns null if the token was not made here, or its kind cannot be switched off. */
export async function readUnsubscribeToken(db: Db, token: string): Promise<OptOut | null> {
  if (token.length > LONGEST_TOKEN) return null;
  const id = token.slice(0, token.indexOf("."));
  const kind = token.slice(id.length + 1, token.lastIndexOf("."));
  const signature = token.slice(token.lastIndexOf(".") + 1);
  if (!isUuid(id) || findNoticeKind(kind)?.mail !== "optional") return null;
  const expected = await sign(db, { userId: asId<UserId>(id), kind });
  const genuine =
    /^[\w-]+$/.test(signature) &&
    signature.length === expected.length &&
    timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
  return genuine ? { userId: asId<UserId>(id), kind } : null;
}

async function sign(db: Db, { userId, kind }: OptOut): Promise<string> {
  const secret = await getSecret(db, "unsubscribe");
  return createHmac("sha256", secret).update(`${userId}.${kind}`).digest("base64url");
}
