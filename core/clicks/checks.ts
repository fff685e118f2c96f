import { noAddressFacts } from "../ip/ip-data";
import { boundTexts, type Click } from "./click";
import type { Check, CheckContext } from "./rule";
import { addressChecks } from "./rules/addresses";
import { honeypot, honeypotAddress } from "./rules/honeypot";
import { notPaying } from "./rules/not-paying";
import {
  bareBrowser,
  embedded,
  headless,
  knownBot,
  notGet,
  noUserAgent,
  prefetch,
  previewBot,
} from "./rules/requests";
import { selfClick } from "./rules/self-click";
import { isOnSharedNetwork, type Signal, type SignalName } from "./signal";

/** The rules that need only the request, in deciding order: they run when a click is recorded. */
export const checks: readonly Check[] = [
  notGet,
  prefetch,
  previewBot,
  embedded,
  noUserAgent,
  knownBot,
  headless,
  bareBrowser,
  ...addressChecks,
  honeypot,
  honeypotAddress,
  selfClick,
  ...notPaying,
];

/** Returns the signals that the checks find in a click, in deciding order. */
export function findSignals(
  click: Click,
  context: Omit<CheckContext, "onSharedNetwork">,
): Signal[] {
  const bounded = boundTexts(click);
  const found = new Map<SignalName, Signal>();
  const known = { ...context, onSharedNetwork: false };
  for (const { signal, find } of checks) {
    const evidence = find(bounded, known);
    if (!evidence) continue;
    found.set(signal, { signal, evidence });
    known.onSharedNetwork = isOnSharedNetwork(found);
  }
  return [...found.values()];
}

const visitChecks = [notGet, prefetch, previewBot, noUserAgent, knownBot, headless];
const nothing = { signedIn: [], marked: [], onSharedNetwork: false, address: noAddressFacts };

/**
 * `sec-fetch-dest` of embedded content. A banner loaded by a script or opened by itself does not
 * count.
 */
const shown: readonly (string | null)[] = [null, "image", "object", "embed", "iframe"];

/** Whether a banner request means that a person saw the banner. */
export function isImpression(request: Click): boolean {
  const bounded = boundTexts(request);
  return (
    shown.includes(bounded.secFetchDest) && visitChecks.every(({ find }) => !find(bounded, nothing))
  );
}
