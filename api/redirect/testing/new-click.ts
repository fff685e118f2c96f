import type { Click } from "@fairclick/core/clicks/click";

/** A visit by a person with an everyday browser, unless told otherwise. */
export function newClick(change: Partial<Click> = {}): Click {
  const at = change.at ?? Date.now();
  return {
    id: Bun.randomUUIDv7("hex", at),
    at,
    campaignId: "0190163d-8694-739b-aea5-966c26f8ad91",
    creatorId: "0190163d-8694-739b-aea5-966c26f8ad92",
    ip: "203.0.113.7",
    device: null,
    method: "GET",
    userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15",
    referrer: null,
    acceptLanguage: "en",
    purpose: null,
    secFetchDest: null,
    secFetchMode: null,
    secFetchSite: null,
    secChUa: null,
    secChUaMobile: null,
    secChUaPlatform: null,
    unpaid: null,
    ...change,
  };
}
