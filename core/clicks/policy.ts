import type { SignalName } from "./signal";

/**
 * Effect of a signal on a click. `held` waits for an operator, unless another signal makes the click
 * invalid or unpaid; `note` is stored as a fact and decides nothing.
 */
export type Effect = "invalid" | "held" | "unpaid" | "note";

/** Limits for addresses that many people are known to share, on campaigns that judge them so. */
export type SharedPolicy = {
  /** Devices of one address, or clicks of one device, that make a burst. */
  burstClicks: number;
  /** How long a device without a cookie counts as the same device. */
  weakDeviceMinutes: number;
  /** The same for a full browser, which would have sent back the cookie of its first click. */
  fullBrowserSeconds: number;
  /**
   * Paid clicks of one address within `addressHours` before further clicks are held: `addressClicks`,
   * or `addressPermille` of the link's valid clicks from addresses that are not shared if that is more,
   * at most `mostAddressClicks`.
   */
  addressClicks: number;
  addressPermille: number;
  mostAddressClicks: number;
};

/** All limits and effects that judge clicks. */
export type Policy = {
  version: number;
  /** Length of a burst window. */
  windowSeconds: number;
  burstClicks: number;
  /** How long an address or device counts as belonging to a user who was signed in there. */
  presenceHours: number;
  /** How long a visitor who followed the honeypot counts as a bot. */
  honeypotHours: number;
  /** A device is paid once per campaign within this time; `weakDeviceHours` applies to devices without a cookie. */
  knownDeviceHours: number;
  weakDeviceHours: number;
  /** Paid clicks of one address per campaign within `addressHours` before further clicks are held. */
  addressClicks: number;
  addressHours: number;
  /**
   * Further clicks of an IPv6 network are held if it has more than `networkClicks` paid clicks of a
   * link within `addressHours` and these are more than `networkPercent` of the link's paid clicks.
   */
  networkClicks: number;
  networkPercent: number;
  /**
   * A link is unusual if more than `anomalyPercent` of its last `anomalyClicks` counted visits are
   * refused. It holds clicks that resemble refused ones of at least `anomalyAddresses` addresses.
   */
  anomalyClicks: number;
  anomalyPercent: number;
  anomalyAddresses: number;
  /** A held click about which no operator has decided is judged again after this time, then daily. */
  heldDays: number;
  shared: SharedPolicy;
  effects: Record<SignalName, Effect>;
};

/**
 * The policy of this release. Raise the version with every change of it or of a rule: the first
 * settlement then stores it as a new version, with what operators changed.
 */
export const policy = {
  version: 10,
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
  anomalyAddresses: 3,
  heldDays: 7,
  shared: {
    burstClicks: 20,
    weakDeviceMinutes: 5,
    fullBrowserSeconds: 10,
    addressClicks: 25,
    addressPermille: 10,
    mostAddressClicks: 250,
  },
  effects: {
    not_get: "invalid",
    prefetch: "invalid",
    preview_bot: "invalid",
    embedded: "invalid",
    no_user_agent: "invalid",
    known_bot: "invalid",
    headless: "invalid",
    bare_browser: "held",
    relay: "note",
    shared_network: "note",
    tor: "invalid",
    datacenter: "invalid",
    proxy: "invalid",
    vpn: "held",
    honeypot: "invalid",
    honeypot_address: "held",
    ip_burst: "invalid",
    device_burst: "invalid",
    device_repeat: "invalid",
    new_device_repeat: "invalid",
    ip_daily: "held",
    ip_creator_daily: "held",
    ip_network: "held",
    self_click: "invalid",
    link_anomaly: "held",
    link_conversions: "held",
    link_ipv6: "held",
    link_networks: "held",
    outside_audience: "unpaid",
    not_started: "unpaid",
    paused: "unpaid",
    ended: "unpaid",
    exhausted: "unpaid",
    unfunded: "unpaid",
    daily_cap: "unpaid",
    creator_cap: "unpaid",
  },
} as const satisfies Policy;
