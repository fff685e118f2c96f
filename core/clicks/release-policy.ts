/** Every signal in deciding order: the first one with a deciding effect is the click's reason. */
export const effects = {
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
  hosting: "held",
  proxy: "invalid",
  vpn: "held",
  honeypot: "invalid",
  honeypot_address: "held",
  ip_burst: "invalid",
  device_burst: "invalid",
  device_repeat: "invalid",
  new_device_repeat: "held",
  ip_daily: "held",
  ip_network: "held",
  self_click: "invalid",
  outside_audience: "unpaid",
  not_started: "unpaid",
  paused: "unpaid",
  ended: "unpaid",
  exhausted: "unpaid",
  unfunded: "unpaid",
  daily_cap: "unpaid",
  creator_cap: "unpaid",
} as const;

/**
 * The policy of this release. Raise the version with every change of it or of a rule: the first
 * settlement then stores it as a new version, with what operators changed. In a file of its own, because
 * the first page load needs these numbers, and not zod.
 */
export const policy = {
  version: 14,
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
  heldDays: 7,
  shared: {
    burstClicks: 20,
    weakDeviceMinutes: 5,
    fullBrowserSeconds: 10,
    addressClicks: 25,
    addressPermille: 10,
    mostAddressClicks: 250,
  },
  effects,
} as const;
