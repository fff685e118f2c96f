import { type AccessPurpose, insertAccessRequest } from "@fairclick/sql/accounts/sessions";
import type { Ctx } from "../../context";
import { hashToken } from "./token";

type Request = {
  purpose: AccessPurpose;
  email: string;
  /** The secret of the browser that asks; null for links that work in every browser. */
  browser: string | null;
};

/**
 * Stores the request for a mail with a one-time link. Does the same for every address: the worker
 * looks the account up, so that nobody learns here whether it exists.
 */
export async function requestAccess(ctx: Ctx, { purpose, email, browser }: Request): Promise<void> {
  await insertAccessRequest(ctx.db.sql, {
    id: Bun.randomUUIDv7(),
    purpose,
    email,
    browserHash: browser === null ? null : hashToken(browser),
    at: ctx.now(),
  });
}
