import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import { recordPresence } from "@fairclick/services/accounts/presence";
import { findActor } from "@fairclick/services/accounts/sessions";
import type { Config } from "@fairclick/services/config";
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { every } from "hono/combine";
import { compress } from "hono/compress";
import { createMiddleware } from "hono/factory";
import { secureHeaders } from "hono/secure-headers";
import { pinoLogger } from "hono-pino";
import type { Logger } from "pino";
import type { AppEnv } from "./app-env";
import { readVisitor } from "./read-visitor";
import { getDeviceCookies } from "./redirect/device-cookie";

const ORDINARY_BYTES = 64 * 1_024;
const WEBHOOK_BYTES = 1_024 * 1_024;
const WEBHOOK_PATH = "/api/stripe/webhook";
/** Enough for 1,000 reports. */
const REPORTS_BYTES = 512 * 1_024;
const REPORTS_PATH = "/api/conversions";
/** More than the largest allowed image, so that the error for a larger one can name the limit. */
const COVER_BYTES = 8 * 1_024 * 1_024;
const COVER_PATH = "/api/campaigns/covers";

const limitTo = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new AppError("too_large", t`The request body is too large`);
    },
  });
const ordinary = limitTo(ORDINARY_BYTES);
const cover = limitTo(COVER_BYTES);

/** Bodies of undeclared length get the ordinary limit, because they are read before the sender is known. */
const limitCover = createMiddleware<AppEnv>((c, next) =>
  (c.req.header("transfer-encoding") === undefined ? cover : ordinary)(c, next),
);
const limits = new Map([
  [WEBHOOK_PATH, limitTo(WEBHOOK_BYTES)],
  [REPORTS_PATH, limitTo(REPORTS_BYTES)],
  [COVER_PATH, limitCover],
]);

export const limitBody = createMiddleware<AppEnv>((c, next) =>
  (limits.get(c.req.path) ?? ordinary)(c, next),
);

const json = /^application\/json\b/;
const MIN_BYTES = 1_024;

/**
 * Sets `content-length`, which `compress` needs to skip short responses. Files are streamed, and may
 * be larger than the memory.
 */
const measure = createMiddleware(async (c, next) => {
  await next();
  if (!json.test(c.res.headers.get("content-type") ?? "")) return;
  if (c.res.headers.has("content-disposition")) return;
  const body = await c.res.arrayBuffer();
  c.res = new Response(body, c.res);
  c.res.headers.set("content-length", String(body.byteLength));
});

const gzip = every(
  compress({ encoding: "gzip", threshold: MIN_BYTES, contentTypeFilter: json }),
  measure,
);

/**
 * Compresses long JSON responses to GET. Responses to POST stay uncompressed: they may hold tokens
 * and keys, and a compressed length can leak parts of a secret.
 */
export const compressResponses = createMiddleware((c, next) =>
  c.req.method === "GET" ? gzip(c, next) : next(),
);

const readingMethods = new Set(["GET", "HEAD", "OPTIONS"]);
/** What a suspended user can still do: sign out, and write to the operators. */
const allowedWhenSuspended = /^\/api\/(?:auth\/logout|contact)$/;

/**
 * Identifies the caller by token, limits calls with a personal key, and sets `ctx` for the use cases.
 * A suspended user can read but not change anything, except sign out and write to the operators.
 * Throws `account_suspended` otherwise.
 */
export const identify = createMiddleware<AppEnv>(async (c, next) => {
  const { db, limits, log, now, queue } = c.var.deps;
  c.header("cache-control", "no-store");
  const { actor, suspension } = await findActor({ db, now }, requestToken(c));
  if (suspension && !readingMethods.has(c.req.method) && !allowedWhenSuspended.test(c.req.path)) {
    throw new AppError("account_suspended", explain(suspension));
  }
  if (actor.kind === "user" && actor.key) await limits.take("personalKey", actor.key.id);
  c.set("ctx", { actor, db, now, queue, log: log.child({ requestId: c.var.requestId }) });
  await next();
});

function explain({ reason }: { reason: string | null }): string {
  return reason === null
    ? t`This account is suspended. You can view everything, and you keep your money.`
    : t`This account is suspended. You can view everything, and you keep your money. The reason: ${reason}`;
}

/** Returns the token of `Authorization: Bearer …`, else of `x-auth-token`; null without either. */
export function requestToken(c: Context<AppEnv>): string | null {
  const bearer = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "");
  return bearer?.[1] ?? c.req.header("x-auth-token") ?? null;
}

/** Logs one line per request, without headers and query strings: they can hold tokens. */
export function logRequests(log: Logger) {
  return pinoLogger({
    pino: log,
    http: {
      onReqBindings: (c) => ({ method: c.req.method, path: c.req.path }),
      onResBindings: (c) => ({ status: c.res.status }),
      onResLevel: (c) => (c.res.status >= 500 ? "error" : "info"),
      onResMessage: () => "request",
    },
  });
}

const self = ["'self'"];
const none = ["'none'"];

/** A browser shows none of these as a page. */
const partsOfPages = /^(?:text\/javascript|text\/css|font\/woff2)\b/;

/**
 * Sets security headers that the response does not set itself. No foreign or inline script may run: the
 * session token is in the page's storage. Scripts, styles and fonts go without the headers that
 * browsers read on pages alone: a page loads some forty of these files.
 */
export function secureResponses({ appUrl }: Pick<Config, "appUrl">) {
  const strictTransportSecurity = appUrl.startsWith("https:") && "max-age=31536000";
  const page = secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: none,
      scriptSrc: self,
      styleSrc: self,
      imgSrc: [...self, "data:"],
      fontSrc: self,
      connectSrc: self,
      manifestSrc: self,
      formAction: self,
      baseUri: none,
      frameAncestors: none,
    },
    overwrite: false,
    xFrameOptions: "DENY",
    strictTransportSecurity,
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [] },
  });
  const part = secureHeaders({
    overwrite: false,
    strictTransportSecurity,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    referrerPolicy: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  return createMiddleware(async (c, next) => {
    await next();
    const type = c.res.headers.get("content-type") ?? "";
    await (partsOfPages.test(type) ? part : page)(c, async () => {});
  });
}

/**
 * Records the devices and addresses where users are signed in, so that clicks on their own links are
 * not paid. Uses the redirect's device cookie and sets it if it is missing. A new browser that sends
 * several requests at once gets several cookies and keeps the last one; a device is recorded only
 * after the browser sends its cookie. Programs with a personal key are not recorded.
 */
export const trackPresence = createMiddleware<AppEnv>(async (c, next) => {
  const { ctx, deps } = c.var;
  if (ctx.actor.kind === "user" && !ctx.actor.key) {
    const visitor = await readVisitor(c);
    if (!visitor.device) {
      const cookies = await getDeviceCookies(deps.db);
      const cookie = cookies.issue({ secure: deps.config.appUrl.startsWith("https:") });
      c.header("set-cookie", cookie, { append: true });
    }
    await recordPresence(ctx, { userId: ctx.actor.userId, visitor });
  }
  await next();
});
