import { boundTexts } from "./bound-texts";
import type { AddressCheck, Check, CheckContext } from "./check";
import { datacenter } from "./checks/datacenter";
import { embedded } from "./checks/embedded";
import { headless } from "./checks/headless";
import { honeypot } from "./checks/honeypot";
import { knownBot } from "./checks/known-bot";
import { noUserAgent } from "./checks/no-user-agent";
import { notGet } from "./checks/not-get";
import { notPaying } from "./checks/not-paying";
import { prefetch } from "./checks/prefetch";
import { previewBot } from "./checks/preview-bot";
import { proxy } from "./checks/proxy";
import { relay } from "./checks/relay";
import { selfClick } from "./checks/self-click";
import { tor } from "./checks/tor";
import { vpn } from "./checks/vpn";
import type { Click } from "./click";
import type { Signal } from "./signal";

/** The rules about addresses, in deciding order. */
export const addressChecks: readonly AddressCheck[] = [relay, tor, datacenter, proxy, vpn];

/** Every rule that needs only the click, in deciding order. A new one is a file, its test and a line here. */
export const checks: readonly Check[] = [
  notGet,
  prefetch,
  previewBot,
  embedded,
  noUserAgent,
  knownBot,
  headless,
  ...addressChecks,
  honeypot,
  selfClick,
  ...notPaying,
];

/** All that the checks find, in deciding order. */
export function findSignals(click: Click, context: CheckContext): Signal[] {
  const bounded = boundTexts(click);
  return checks.flatMap(({ signal, find }) => {
    const evidence = find(bounded, context);
    return evidence ? [{ signal, evidence }] : [];
  });
}
