import type { SignalName } from "./signal";

/**
 * What a signal does to a click. `held` waits for an operator unless another signal refuses the
 * click anyway; `note` is kept as a fact and decides nothing.
 */
export type Effect = "invalid" | "held" | "unpaid" | "note";

/** Every number and every consequence by which clicks are judged. */
export type Policy = {
  version: number;
  /** Of a burst. */
  windowSeconds: number;
  burstClicks: number;
  /** How long a place where somebody was signed in counts as theirs. */
  presenceHours: number;
  /** How long whoever fell for the honeypot is taken for a program. */
  honeypotHours: number;
  /** A device is paid once per campaign in so many hours: known by its cookie, or by its looks. */
  knownDeviceHours: number;
  weakDeviceHours: number;
  /** So many clicks of one address are paid per campaign in so many hours without being asked about. */
  addressClicks: number;
  addressHours: number;
  /**
   * An IPv6 network makes at most `networkClicks` paid clicks of a link in `addressHours`, or this
   * share of them, without being asked about.
   */
  networkClicks: number;
  networkPercent: number;
  /** A link is unusual when more than this share of its last so many visits was refused. */
  anomalyClicks: number;
  anomalyPercent: number;
  /** A held click is refused when no operator has decided within so many days. */
  heldDays: number;
  effects: Record<SignalName, Effect>;
};

/** Whoever changes anything in it, or in a rule, raises the version: each click records the version that judged it. */
export const policy = {
  version: 8,
  windowSeconds: 60,
  burstClicks: 4,
  presenceHours: 24,
  honeypotHours: 24,
  knownDeviceHours: 24,
  weakDeviceHours: 1,
  addressClicks: 25,
  addressHours: 24,
  networkClicks: 40,
  networkPercent: 20,
  anomalyClicks: 100,
  anomalyPercent: 50,
  heldDays: 7,
  effects: {
    not_get: "invalid",
    prefetch: "invalid",
    preview_bot: "invalid",
    embedded: "invalid",
    no_user_agent: "invalid",
    known_bot: "invalid",
    headless: "invalid",
    relay: "note",
    shared_network: "note",
    tor: "invalid",
    datacenter: "invalid",
    proxy: "invalid",
    vpn: "held",
    honeypot: "invalid",
    ip_burst: "invalid",
    device_burst: "invalid",
    device_repeat: "invalid",
    new_device_repeat: "invalid",
    ip_daily: "held",
    ip_creator_daily: "held",
    ip_network: "held",
    self_click: "invalid",
    link_anomaly: "held",
    not_started: "unpaid",
    paused: "unpaid",
    ended: "unpaid",
    exhausted: "unpaid",
    unfunded: "unpaid",
  },
} as const satisfies Policy;
