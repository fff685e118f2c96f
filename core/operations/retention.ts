import { policy } from "../clicks/release-policy";
import { plural, t } from "../language/t";
import { UNPROVED_DAYS } from "../money/withdrawals/payout-brake";

/** How long records are kept, in days. The jobs that delete and the privacy page read it here. */
export const retentionDays = {
  /** IP addresses, devices and user agents of clicks, players, and reports of links. */
  clickAddresses: 90,
  /** Clicks; their sums are kept. */
  clicks: 400,
  notices: 180,
  webhookDeliveries: 30,
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

/** Describes how long each kind of record is kept. */
export function listRetention(): Retention[] {
  const days = retentionDays;
  const presenceDays = (policy.presenceHours + LATE_CLICK_HOURS) / 24;
  const kept: [string, string | number][] = [
    [
      t`IP address, device and user agent of a click, and a game's id of the player`,
      days.clickAddresses,
    ],
    [
      t`A report of a link, with a keyed hash of the reporter's address or account`,
      days.clickAddresses,
    ],
    [t`The click itself: time, link, verdict and price`, days.clicks],
    [
      t`Sums of clicks per day and link, from which no person can be found`,
      t`as long as the books`,
    ],
    [
      t`Where you are signed in (a session)`,
      t`${days.idleSession} days without use, ${days.session} at most`,
    ],
    [t`That a browser has signed in to your account before`, days.knownDevice],
    [t`IP addresses and devices from which you use your account`, presenceDays],
    [t`IP addresses and devices from which you paid`, UNPROVED_DAYS],
    [t`Notices, and messages of the contact form`, days.notices],
    [t`Events sent to your webhooks`, days.webhookDeliveries],
    [t`Events of Stripe`, days.stripeEvents],
    [
      t`Deposits, withdrawals, ledger entries and the audit log`,
      t`as long as the law on accounting requires`,
    ],
    [t`Your name, email address and settings`, t`until you delete your account`],
  ];
  return kept.map(([what, period]) => ({
    what,
    kept: typeof period === "number" ? plural(period, "# day", "# days") : period,
  }));
}
