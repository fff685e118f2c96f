import type { Click } from "@fairclick/core/clicks/click";
import { addressChecks, factRules } from "@fairclick/core/clicks/registry";
import type { CheckContext } from "@fairclick/core/clicks/rule";
import { headless } from "@fairclick/core/clicks/rules/headless";
import { knownBot } from "@fairclick/core/clicks/rules/known-bot";
import { noUserAgent } from "@fairclick/core/clicks/rules/no-user-agent";
import type { Signal, SignalName } from "@fairclick/core/clicks/signal";
import { findAddressFacts } from "@fairclick/core/ip/ip-data";
import type { StoredClick } from "@fairclick/sql/clicks/stored-clicks";
import type { AddressData } from "../record/read-address-data";

/** What the user agent shows alone. */
const checksDoneAgain = [noUserAgent, knownBot];

/** What the judge finds again even for a click whose address and device were forgotten. */
const foundWithoutKeys: readonly SignalName[] = ["link_anomaly", "exhausted"];

/** What the judge finds again. A campaign's state at the time is kept as it was found. */
const foundAgain = factRules
  .filter((rule) => !("find" in rule) || rule.appliesTo === "claiming clicks")
  .map(({ signal }) => signal);

/**
 * The signals with which a stored click is judged again: what can be found again is, everything else
 * is as it was stored. Of a click whose address was forgotten nearly nothing can.
 */
export function replaySignals(click: StoredClick, { data, hasLists }: AddressData): Signal[] {
  const stored = click.signals;
  if (click.ip === null) return stored.filter(({ signal }) => !foundWithoutKeys.includes(signal));
  const redone: readonly SignalName[] = [
    ...foundAgain,
    ...checksDoneAgain.map(({ signal }) => signal),
    ...(hasLists ? addressChecks.map(({ signal }) => signal) : []),
  ];
  const kept = stored.filter(({ signal }) => !redone.includes(signal));
  const request = asRequest(click, click.ip);
  const context: CheckContext = {
    signedIn: [],
    marked: [],
    onSharedNetwork: false,
    address: findAddressFacts(data, click.ip),
  };
  const found = [...checksDoneAgain, headless, ...addressChecks].flatMap(({ signal, find }) => {
    const evidence = find(request, context);
    return evidence ? [{ signal, evidence }] : [];
  });
  return [...kept, ...found];
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
    secure: false,
    unpaid: null,
  };
}
