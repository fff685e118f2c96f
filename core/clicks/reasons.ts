import { REVERSED } from "./decisions";
import type { Policy } from "./policy";
import type { SignalName } from "./signal";

/** The numbers that rules are told with. */
export type RuleNumbers = Omit<Policy, "version" | "effects">;

type Reason = {
  /** What a creator is told: the kind of reason, and nothing that helps to get around it. */
  category: string;
  /** The rule in a sentence, for everybody. */
  rule: (numbers: RuleNumbers) => string;
};

const campaignCouldNotPay = "Campaign not paying";

const reasons: Record<SignalName, Reason> = {
  not_get: {
    category: "Not a visit",
    rule: () => "Only a link that is followed counts, not one that a program asks about.",
  },
  prefetch: {
    category: "Not a visit",
    rule: () =>
      "A page that a browser or an app loads ahead of a tap does not count; the tap does.",
  },
  preview_bot: {
    category: "Not a visit",
    rule: () => "A messenger that fetches the link to show a card for it is not a visitor.",
  },
  embedded: {
    category: "Hidden embed",
    rule: () => "A link loaded inside another page, in a frame or as an image, is not followed.",
  },
  no_user_agent: {
    category: "Bot traffic",
    rule: () => "A request that does not say which browser it comes from does not count.",
  },
  known_bot: {
    category: "Bot traffic",
    rule: () => "Known bots and programs that are no browsers do not count.",
  },
  headless: {
    category: "Bot traffic",
    rule: () => "Headless browsers, and browsers that contradict themselves, do not count.",
  },
  relay: {
    category: "Private relay",
    rule: () => "Private relays are used by real people: their clicks count.",
  },
  tor: { category: "Anonymised traffic", rule: () => "Clicks from Tor exits do not count." },
  datacenter: {
    category: "Data-centre traffic",
    rule: () => "Clicks from data centres do not count.",
  },
  proxy: {
    category: "Anonymised traffic",
    rule: () => "Clicks through open proxies do not count.",
  },
  vpn: {
    category: "VPN traffic",
    rule: () => "Clicks through a VPN wait until an operator has looked at them.",
  },
  honeypot: {
    category: "Bot traffic",
    rule: () => "Whoever follows a link that people cannot see is a bot.",
  },
  ip_burst: {
    category: "Too many clicks at once",
    rule: ({ burstClicks, windowSeconds }) =>
      `${burstClicks} or more clicks from one IP address within ${windowSeconds} seconds: none of them counts.`,
  },
  device_burst: {
    category: "Too many clicks at once",
    rule: ({ burstClicks, windowSeconds }) =>
      `${burstClicks} or more clicks from one device within ${windowSeconds} seconds: none of them counts.`,
  },
  device_repeat: {
    category: "Repeated click",
    rule: ({ knownDeviceHours, weakDeviceHours }) =>
      `A device is paid for once in ${knownDeviceHours} hours in a campaign; one that keeps no cookies, once in ${hours(weakDeviceHours)}.`,
  },
  ip_daily: {
    category: "Too many clicks in a day",
    rule: ({ addressClicks, addressHours }) =>
      `After ${addressClicks} paid clicks from one address in ${addressHours} hours in a campaign, more wait until an operator has looked.`,
  },
  self_click: {
    category: "Own click",
    rule: ({ presenceHours }) =>
      `Clicks from where the link's creator or the campaign's developer was signed in during the last ${presenceHours} hours do not count.`,
  },
  link_anomaly: {
    category: "Unusual traffic",
    rule: ({ anomalyClicks, anomalyPercent }) =>
      `While more than ${anomalyPercent} % of a link's last ${anomalyClicks} clicks are refused, the others wait for an operator.`,
  },
  not_started: {
    category: campaignCouldNotPay,
    rule: () => "Clicks before a campaign starts are not paid.",
  },
  paused: {
    category: campaignCouldNotPay,
    rule: () => "Clicks while a campaign is paused are not paid.",
  },
  ended: {
    category: campaignCouldNotPay,
    rule: () => "Clicks after a campaign has ended are not paid.",
  },
  exhausted: {
    category: "Budget used up",
    rule: () => "A click is paid only from budget that is already reserved.",
  },
  unfunded: {
    category: campaignCouldNotPay,
    rule: () => "Clicks before a campaign is funded are not paid.",
  },
};

/** No rule finds it: a person did. */
const takenBack = {
  category: "Taken back",
  rule: "An operator looked at this click after it was paid, and took the payment back.",
};

/** Takes any text, since the database may hold a reason that this version no longer gives. */
export function reasonCategory(reason: string): string {
  if (reason === REVERSED) return takenBack.category;
  return isSignal(reason) ? reasons[reason].category : "Other";
}

/** The rule behind a stored reason in a sentence; null for one that this version does not know. */
export function reasonRule(reason: string, numbers: RuleNumbers): string | null {
  if (reason === REVERSED) return takenBack.rule;
  return isSignal(reason) ? reasons[reason].rule(numbers) : null;
}

function isSignal(text: string): text is SignalName {
  return Object.hasOwn(reasons, text);
}

export function describeRule(signal: SignalName, numbers: RuleNumbers): string {
  return reasons[signal].rule(numbers);
}

function hours(count: number): string {
  return count === 1 ? "an hour" : `${count} hours`;
}
