import { INVITATION_DAYS } from "../accounts/guardian-schema";
import { policy } from "../clicks/policy";
import { UNPROVED_DAYS } from "../money/withdrawals/payout-brake";

/** How long records are kept, in days. The jobs that delete and the privacy page read it here. */
export const retentionDays = {
  notices: 180,
  webhookDeliveries: 30,
  /** After the last message or change, unless the ticket waits for an operator. */
  tickets: 365,
  /** However often it is used. */
  session: 180,
  /** Without use. */
  idleSession: 30,
  knownDevice: 180,
  /** Stripe retries delivery for three days and lets people resend an event for thirty. */
  stripeEvents: 31,
} as const;

/** Max delay of a click from a spool, which is compared with the presences of its own time. */
export const LATE_CLICK_HOURS = 48;

export type Retention = {
  /** What is kept. */
  what: string;
  /** How long, in words: `90 days`. */
  kept: string;
};

type ClickTerms = { clickPiiDays: number; clickRetentionDays: number };

/** Describes how long each kind of record is kept with these settings. */
export function listRetention({ clickPiiDays, clickRetentionDays }: ClickTerms): Retention[] {
  const days = retentionDays;
  const presenceDays = (policy.presenceHours + LATE_CLICK_HOURS) / 24;
  const kept: [string, string | number][] = [
    ["IP address, device and user agent of a click, and a game's id of the player", clickPiiDays],
    ["A report of a link, with a keyed hash of the reporter's address or account", clickPiiDays],
    ["The click itself: time, link, verdict and price", clickRetentionDays],
    ["Sums of clicks per day and link, from which no person can be found", "as long as the books"],
    [
      "Where you are signed in (a session)",
      `${days.idleSession} days without use, ${days.session} at most`,
    ],
    ["That a browser has signed in to your account before", days.knownDevice],
    ["IP addresses and devices from which you use your account", presenceDays],
    ["IP addresses and devices from which you paid", UNPROVED_DAYS],
    ["Notices", days.notices],
    ["Events sent to your webhooks", days.webhookDeliveries],
    [
      "Address of a guardian you invited",
      `${INVITATION_DAYS} days; with the guardian's name and consent until you delete your account`,
    ],
    ["Messages to the operators", `${days.tickets} days after the last one`],
    ["Events of Stripe", days.stripeEvents],
    [
      "Deposits, withdrawals, ledger entries and the audit log",
      "as long as the law on accounting requires",
    ],
    ["Your name, email address and settings", "until you delete your account"],
  ];
  return kept.map(([what, period]) => ({
    what,
    kept: typeof period === "number" ? `${period} days` : period,
  }));
}
