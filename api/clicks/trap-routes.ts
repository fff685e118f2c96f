import { isPrefetch } from "@fairclick/core/clicks/rules/requests";
import { markHoneypot } from "@fairclick/services/clicks/retain";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app-env";
import { readVisitor } from "../read-visitor";
import { readPurpose } from "../redirect/capture-click";
import { trapPage } from "../redirect/pages";
import { requestedLanguage } from "../speak-language";

/** Answers the hidden links, which only programs follow. */
export const trap = createMiddleware<AppEnv>(async (c) => {
  if (isFromOurPage(c)) await markHoneypot(c.var.ctx, await readVisitor(c));
  return trapPage(requestedLanguage(c.req.raw.headers));
});

const ownSites = new Set(["same-origin", "same-site"]);
const linkDestinations = new Set(["document", "empty"]);

/**
 * Returns true if a program followed a hidden link of our own pages. Anyone can publish this URL or
 * embed it in a page, so requests count only if the headers show that they come from our pages: a
 * browser sends `cross-site` for other sites, `none` for typed URLs and other programs, and the
 * destination for images and frames. A request without these headers counts unless its referrer is a
 * foreign page.
 */
function isFromOurPage(c: Context<AppEnv>): boolean {
  if (isPrefetch(readPurpose(c.req.raw.headers))) return false;
  const site = c.req.header("sec-fetch-site");
  const destination = c.req.header("sec-fetch-dest");
  if (destination !== undefined && !linkDestinations.has(destination)) return false;
  return site === undefined ? !hasForeignReferrer(c) : ownSites.has(site);
}

function hasForeignReferrer(c: Context<AppEnv>): boolean {
  const { appUrl, trackingUrl } = c.var.deps.config;
  const pages = new Set([appUrl, trackingUrl].map((url) => new URL(url).host));
  return ["referer", "origin"].some((name) => {
    const url = c.req.header(name);
    return url !== undefined && !pages.has(URL.parse(url)?.host ?? "");
  });
}
