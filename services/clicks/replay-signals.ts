import { addressChecks } from "@fairclick/core/clicks/checks";
import type { Click } from "@fairclick/core/clicks/click";
import { factRules } from "@fairclick/core/clicks/fact-rules";
import { findingSignals } from "@fairclick/core/clicks/link-findings";
import type { CheckContext } from "@fairclick/core/clicks/rule";
import { headless } from "@fairclick/core/clicks/rules/headless";
import { knownBot } from "@fairclick/core/clicks/rules/known-bot";
import { noUserAgent } from "@fairclick/core/clicks/rules/no-user-agent";
import { overLimit } from "@fairclick/core/clicks/rules/over-limit";
import type { Signal, SignalName } from "@fairclick/core/clicks/signal";
import { findAddressFacts } from "@fairclick/core/ip/ip-data";
import type { StoredClick } from "@fairclick/sql/clicks/stored-clicks";
import type { AddressData } from "./record-clicks";

/** Checks that need only the user agent. */
const userAgentChecks = [noUserAgent, knownBot];

/** Signals that the judge finds again even if the click's personal data was erased. */
const foundWithoutPersonalData: readonly SignalName[] = ["link_anomaly", "exhausted"];

/**
 * An audience can have grown since, an operator can have closed a finding about the link, and what a
 * limit left unpaid at that moment is not known later.
 */
const keptAsRecorded: readonly SignalName[] = [
  ...findingSignals,
  "outside_audience",
  ...overLimit.map(({ signal }) => signal),
];

/**
 * Signals that the judge finds again. Signals about the campaign's state are kept as recorded.
 */
const judgedAgain = factRules
  .filter((rule) => !("find" in rule) || rule.appliesTo === "claiming clicks")
  .map(({ signal }) => signal)
  .filter((signal) => !keptAsRecorded.includes(signal));

/**
 * Returns the signals of a stored click for a replay: those that can be found again from the stored
 * data, and the stored ones otherwise. With erased personal data, nearly all are the stored ones.
 */
export function replaySignals(click: StoredClick, { data, hasLists }: AddressData): Signal[] {
  const stored = click.signals;
  if (click.ip === null)
    return stored.filter(({ signal }) => !foundWithoutPersonalData.includes(signal));
  const redone: readonly SignalName[] = [
    ...judgedAgain,
    ...userAgentChecks.map(({ signal }) => signal),
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
  const found = [...userAgentChecks, headless, ...addressChecks].flatMap(({ signal, find }) => {
    const evidence = find(request, context);
    return evidence ? [{ signal, evidence }] : [];
  });
  return [...kept, ...found];
}

/** Rebuilds the request of a stored click; headers that are not stored are null. */
export function asRequest(click: StoredClick, ip: string): Click {
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
