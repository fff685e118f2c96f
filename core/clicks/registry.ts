import { isOnSharedNetwork } from "./addresses";
import { boundTexts, type Click } from "./click";
import type { Need } from "./facts";
import type { Policy } from "./policy";
import type { AddressCheck, Check, CheckContext, FactRule, Rule } from "./rule";
import { bareBrowser } from "./rules/bare-browser";
import { deviceBurst, ipBurst } from "./rules/bursts";
import { datacenter } from "./rules/datacenter";
import { deviceRepeat } from "./rules/device-repeat";
import { embedded } from "./rules/embedded";
import { headless } from "./rules/headless";
import { honeypot, honeypotAddress } from "./rules/honeypot";
import { ipCreatorDaily } from "./rules/ip-creator-daily";
import { ipDaily } from "./rules/ip-daily";
import { ipNetwork } from "./rules/ip-network";
import { knownBot } from "./rules/known-bot";
import { linkAnomaly } from "./rules/link-anomaly";
import { linkConversions, linkIpv6, linkNetworks } from "./rules/link-findings";
import { newDeviceRepeat } from "./rules/new-device-repeat";
import { noUserAgent } from "./rules/no-user-agent";
import { notGet } from "./rules/not-get";
import { notPaying } from "./rules/not-paying";
import { outsideAudience } from "./rules/outside-audience";
import { overLimit } from "./rules/over-limit";
import { prefetch } from "./rules/prefetch";
import { previewBot } from "./rules/preview-bot";
import { proxy } from "./rules/proxy";
import { relay } from "./rules/relay";
import { selfClick } from "./rules/self-click";
import { sharedNetwork } from "./rules/shared-network";
import { tor } from "./rules/tor";
import { vpn } from "./rules/vpn";
import type { Signal, SignalName } from "./signal";

/** The rules about ip addresses, in deciding order. */
export const addressChecks: readonly AddressCheck[] = [
  relay,
  sharedNetwork,
  tor,
  datacenter,
  proxy,
  vpn,
];

/** Every rule, in deciding order. A new rule is a file, its test and a line here. */
export const rules: readonly Rule[] = [
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
  ipBurst,
  deviceBurst,
  deviceRepeat,
  newDeviceRepeat,
  ipDaily,
  ipCreatorDaily,
  ipNetwork,
  selfClick,
  linkAnomaly,
  linkConversions,
  linkIpv6,
  linkNetworks,
  outsideAudience,
  ...notPaying,
  ...overLimit,
];

/** The rules that need only the request. */
export const checks: readonly Check[] = rules.filter((rule) => "find" in rule);

/** The rules that need other clicks or the campaign. */
export const factRules: readonly FactRule[] = rules.filter((rule) => "judge" in rule);

/** The facts that the rules need under any of the policies. */
export function listNeeds(policies: readonly Policy[]): Need[] {
  return policies.flatMap((policy) => factRules.flatMap((rule) => rule.needs(policy)));
}

/** The signals that a player who comes back outweighs. */
export const softSignals: ReadonlySet<string> = new Set(
  rules.filter(({ soft }) => soft).map(({ signal }) => signal),
);

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
