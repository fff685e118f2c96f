import { isPrefetch } from "@fairclick/core/clicks/rules/prefetch";
import { markHoneypot } from "@fairclick/services/clicks/record/mark-honeypot";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app-env";
import { takeVisitor } from "../middleware/take-visitor";
import { trapPage } from "../redirect/pages";
import { takePurpose } from "../redirect/take-click";

/** Where the links lead that people cannot see. */
export const trap = createMiddleware<AppEnv>(async (c) => {
  if (followedOurLink(c)) await markHoneypot(c.var.ctx, await takeVisitor(c));
  return trapPage();
});

const ours = new Set(["same-origin", "same-site"]);
const followed = new Set(["document", "empty"]);

/**
 * Whether a program followed a hidden link of our own pages. Anybody can post this address or put it
 * into a page: a browser says that it comes from another site (`cross-site`), was typed or opened from
 * another program (`none`), or is loaded as a picture or a frame. A program that sends none of these
 * headers counts as one that followed a link, unless its referrer is a page of somebody else's.
 */
function followedOurLink(c: Context<AppEnv>): boolean {
  if (isPrefetch(takePurpose(c.req.raw.headers))) return false;
  const site = c.req.header("sec-fetch-site");
  const destination = c.req.header("sec-fetch-dest");
  if (destination !== undefined && !followed.has(destination)) return false;
  return site === undefined ? !isFromElsewhere(c) : ours.has(site);
}

function isFromElsewhere(c: Context<AppEnv>): boolean {
  const { appUrl, trackingUrl } = c.var.deps.config;
  const pages = new Set([appUrl, trackingUrl].map((url) => new URL(url).host));
  return ["referer", "origin"].some((name) => {
    const url = c.req.header(name);
    return url !== undefined && !pages.has(URL.parse(url)?.host ?? "");
  });
}
