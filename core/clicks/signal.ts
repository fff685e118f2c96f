/**
 * Every fact about a click that a check can find, in the order in which it decides. The first
 * deciding signal is the click's primary reason.
 */
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
  "not_started",
  "paused",
  "ended",
  "exhausted",
  "unfunded",
] as const;

export type SignalName = (typeof signalOrder)[number];

/** What a check found, with the evidence that an operator sees. */
export type Signal = { signal: SignalName; evidence: Record<string, string | number | boolean> };

export const verdicts = ["pending", "valid", "invalid", "held", "unpaid"] as const;
export type Verdict = (typeof verdicts)[number];
export type FinalVerdict = Exclude<Verdict, "pending">;
