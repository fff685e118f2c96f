import { noAddressFacts } from "../../ip/ip-data";
import type { Click } from "../click";
import type { CheckContext } from "../rule";

/** Returns a visit by a person with a common browser, with the given changes. */
export function newClick(change: Partial<Click> = {}): Click {
  return {
    id: crypto.randomUUID(),
    at: Date.now(),
    campaignId: "0190163d-8694-739b-aea5-966c26f8ad91",
    creatorId: "0190163d-8694-739b-aea5-966c26f8ad92",
    ip: "203.0.113.7",
    device: null,
    method: "GET",
    userAgent:
      "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Mobile Safari/537.36",
    referrer: null,
    acceptLanguage: "en",
    purpose: null,
    secFetchDest: "document",
    secFetchMode: "navigate",
    secFetchSite: "cross-site",
    secChUa: '"Chromium";v="128", "Not;A=Brand";v="24", "Google Chrome";v="128"',
    secChUaMobile: "?1",
    secChUaPlatform: '"Android"',
    secure: true,
    unpaid: null,
    ...change,
  };
}

export const anonymousContext: CheckContext = {
  signedIn: [],
  marked: [],
  onSharedNetwork: false,
  address: noAddressFacts,
};
