import type { CheckContext } from "@fairclick/core/clicks/check";
import { headless } from "@fairclick/core/clicks/checks/headless";
import { knownBot } from "@fairclick/core/clicks/checks/known-bot";
import { noUserAgent } from "@fairclick/core/clicks/checks/no-user-agent";
import type { Click } from "@fairclick/core/clicks/click";
import { addressChecks } from "@fairclick/core/clicks/registry";
import type { SignalName } from "@fairclick/core/clicks/signal";
import { findAddressFacts } from "@fairclick/core/ip/ip-data";
import type { StoredClick } from "@fairclick/sql/stored-clicks";
import type { AddressData } from "./read-address-data";

/** What the user agent shows alone. */
const checksDoneAgain = [noUserAgent, knownBot];

/** What settlement finds, which is found again. */
const foundAgain: readonly SignalName[] = [
  "ip_burst",
  "device_burst",
  "device_repeat",
  "ip_daily",
  "link_anomaly",
  "exhausted",
];
const foundAgainWithoutKeys: readonly SignalName[] = ["link_anomaly", "exhausted"];

/**
 * The signals with which a stored click is judged again: what can be found again is, everything else
 * is as it was stored. Of a click whose address was forgotten nearly nothing can.
 */
export function replaySignals(click: StoredClick, { data, hasLists }: AddressData): SignalName[] {
  const stored = click.signals.map(({ signal }) => signal);
  if (click.ip === null) return stored.filter((name) => !foundAgainWithoutKeys.includes(name));
  const redone: readonly SignalName[] = [
    ...foundAgain,
    ...checksDoneAgain.map(({ signal }) => signal),
    ...(hasLists ? addressChecks.map(({ signal }) => signal) : []),
  ];
  const kept = stored.filter((name) => !redone.includes(name));
  const request = asRequest(click, click.ip);
  const context: CheckContext = {
    signedIn: null,
    markedBy: null,
    address: findAddressFacts(data, click.ip),
  };
  const found = [...checksDoneAgain, headless, ...addressChecks]
    .filter(({ find }) => find(request, context) !== null)
    .map(({ signal }) => signal);
  return [...new Set([...kept, ...found])];
}

/** What was not stored says nothing. */
function asRequest(click: StoredClick, ip: string): Click {
  return {
    id: click.id,
    at: click.clickedAt.getTime(),
    campaignId: click.campaignId,
    creatorId: click.creatorId,
    ip,
    device: null,
    method: "GET",
    userAgent: click.userAgent,
    referrer: null,
    acceptLanguage: null,
    purpose: null,
    secFetchDest: null,
    secFetchMode: null,
    secFetchSite: null,
    secChUa: null,
    secChUaMobile: null,
    secChUaPlatform: null,
    unpaid: null,
  };
}
