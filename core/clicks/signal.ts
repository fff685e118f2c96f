/** All signals in deciding order: the first signal with a deciding effect is the click's reason. */
export const signalOrder = [
  "not_get",
  "prefetch",
  "preview_bot",
  "embedded",
  "no_user_agent",
  "known_bot",
  "headless",
  "bare_browser",
  "relay",
  "shared_network",
  "tor",
  "datacenter",
  "proxy",
  "vpn",
  "honeypot",
  "honeypot_address",
  "ip_burst",
  "device_burst",
  "device_repeat",
  "new_device_repeat",
  "ip_daily",
  "ip_creator_daily",
  "ip_network",
  "self_click",
  "link_anomaly",
  "link_conversions",
  "link_ipv6",
  "link_networks",
  "outside_audience",
  "not_started",
  "paused",
  "ended",
  "exhausted",
  "unfunded",
  "daily_cap",
  "creator_cap",
] as const;

export type SignalName = (typeof signalOrder)[number];

/** A signal with its evidence, which operators see. */
export type Signal = { signal: SignalName; evidence: Record<string, string | number | boolean> };

export const verdicts = ["pending", "valid", "invalid", "held", "unpaid"] as const;
export type Verdict = (typeof verdicts)[number];
export type FinalVerdict = Exclude<Verdict, "pending">;
