import { z } from "zod";
import { policy } from "../clicks/release-policy";
import { plural, t } from "../language/t";
import { UNPROVED_DAYS } from "../money/holds";
import { itemResponse } from "../schemas";

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

export const privacySchema = z.object({
  /** Who is responsible for the data; null fields are not set by the operator. */
  controller: z.object({
    name: z.string().nullable(),
    address: z.string().nullable(),
    contact: z.string().nullable(),
  }),
  retention: z.array(z.object({ what: z.string(), kept: z.string() })),
  storage: z.array(
    z.object({
      name: z.string(),
      place: z.enum(["cookie", "local storage", "session storage"]),
      when: z.string(),
      kept: z.string(),
      purpose: z.string(),
    }),
  ),
});
export type Privacy = z.infer<typeof privacySchema>;
export const privacyResponseSchema = itemResponse(privacySchema);

export type StoredItem = {
  name: string;
  place: "cookie" | "local storage" | "session storage";
  /** When it is set. */
  when: string;
  kept: string;
  purpose: string;
};

/** Everything that the pages, the API and the redirect store in a browser. */
export const listBrowserStorage = (): StoredItem[] => [
  {
    ...{ name: "fc_device", place: "cookie", kept: t`one year` },
    when: t`you follow a link, or use the app signed in`,
    purpose: t`A random number, so that the same device is not paid for twice.`,
  },
  {
    ...{ name: "fc_known", place: "cookie", kept: t`180 days` },
    when: t`you sign in`,
    purpose: t`Tells your browser from a new one, which would be reported to you.`,
  },
  {
    ...{ name: "fc_factor", place: "cookie", kept: t`five minutes` },
    when: t`you sign in with a second factor`,
    purpose: t`Ties the code to the browser that entered the password.`,
  },
  {
    ...{ name: "fc_passkey", place: "cookie", kept: t`five minutes` },
    when: t`you add or use a passkey`,
    purpose: t`Ties the passkey's signature to this browser.`,
  },
  {
    ...{ name: "fc_google", place: "cookie", kept: t`ten minutes` },
    when: t`you continue with Google`,
    purpose: t`Checks that the answer of Google belongs to your request.`,
  },
  {
    ...{ name: "fc_google_return", place: "cookie", kept: t`one minute` },
    when: t`you return from Google`,
    purpose: t`Ties the sign-in to this browser.`,
  },
  {
    ...{ name: "fc_theme", place: "cookie", kept: t`one year` },
    when: t`you choose light or dark`,
    purpose: t`Shows the pages in the colours that you chose.`,
  },
  {
    ...{ name: "fc_language", place: "cookie", kept: t`one year` },
    when: t`you choose a language`,
    purpose: t`Shows the pages in the language that you chose.`,
  },
  {
    ...{ name: "language-to-store", place: "local storage" },
    ...{ kept: t`until the server has stored it` },
    when: t`you choose a language while signed in`,
    purpose: t`Makes it the language of your mails too.`,
  },
  {
    ...{ name: "token", place: "local storage", kept: t`until you sign out` },
    when: t`you sign in`,
    purpose: t`Keeps you signed in.`,
  },
  {
    ...{ name: "campaign-draft", place: "session storage", kept: t`until you close the tab` },
    when: t`you create a campaign`,
    purpose: t`Keeps what you have typed.`,
  },
  {
    ...{ name: "sign-up", place: "session storage", kept: t`until you close the tab` },
    when: t`you type into the form to sign up`,
    purpose: t`Keeps what you have typed, but not the password.`,
  },
  {
    ...{ name: "side-of-market", place: "local storage", kept: t`until you sign out` },
    when: t`you open a page`,
    purpose: t`Leads you to the pages of a creator or of a developer.`,
  },
  {
    ...{ name: "ended-guides", place: "local storage", kept: t`until you clear it` },
    when: t`you finish or hide the guide of a hub`,
    purpose: t`Keeps the guide hidden.`,
  },
  {
    ...{ name: "tsr-scroll-restoration-v1_3", place: "session storage" },
    ...{ kept: t`until you close the tab` },
    when: t`you open a page`,
    purpose: t`Remembers how far you have scrolled.`,
  },
];
