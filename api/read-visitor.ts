import type { Visitor } from "@fairclick/services/accounts/devices";
import { requireUser } from "@fairclick/services/changes";
import { type Holder, sharingNetwork } from "@fairclick/services/shares";
import type { Context } from "hono";
import type { AppEnv } from "./app-env";
import { getDeviceCookies } from "./redirect/device-cookie";

const MAX_HEADER_LENGTH = 2_048;

/** Returns the visitor of this request, with the same headers and length limits as a click. */
export async function readVisitor(c: Context<AppEnv>): Promise<Visitor> {
  const cookies = await getDeviceCookies(c.var.deps.db);
  const take = (name: string) => c.req.header(name)?.slice(0, MAX_HEADER_LENGTH) ?? null;
  return {
    ip: c.var.clientIp,
    device: cookies.read(c.req.header("cookie") ?? null),
    userAgent: take("user-agent"),
    acceptLanguage: take("accept-language"),
    secChUa: take("sec-ch-ua"),
    secChUaMobile: take("sec-ch-ua-mobile"),
    secChUaPlatform: take("sec-ch-ua-platform"),
  };
}

/** Returns who shares the places of this process: the user and the network of the request. */
export function readHolder(c: Context<AppEnv>): Holder {
  return { userId: requireUser(c.var.ctx), network: sharingNetwork(c.var.clientIp) };
}
