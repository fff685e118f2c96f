import type { SignalName } from "./signal";

/**
 * What a signal does to a click. `held` waits for an operator unless another signal refuses the
 * click anyway; `note` is kept as a fact and decides nothing.
 */
export type Effect = "invalid" | "held" | "unpaid" | "note";

/**
 * Every number and every consequence by which clicks are judged. Whoever changes anything in it
 * raises the version: each click records the version that judged it.
 */
export const policy = {
  version: 1,
  windowSeconds: 60,
  burstClicks: 4,
  presenceHours: 24,
  effects: {
    not_get: "invalid",
    prefetch: "invalid",
    preview_bot: "invalid",
    embedded: "invalid",
    no_user_agent: "invalid",
    known_bot: "invalid",
    headless: "invalid",
    relay: "note",
    tor: "invalid",
    datacenter: "invalid",
    proxy: "invalid",
    vpn: "held",
    honeypot: "invalid",
    ip_burst: "invalid",
    device_burst: "invalid",
    device_repeat: "invalid",
    ip_daily: "held",
    self_click: "invalid",
    link_anomaly: "held",
    not_started: "unpaid",
    paused: "unpaid",
    ended: "unpaid",
    exhausted: "unpaid",
    unfunded: "unpaid",
  } satisfies Record<SignalName, Effect>,
} as const;

export type Policy = typeof policy;
