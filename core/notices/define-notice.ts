import { z } from "zod";
import { plural, t } from "../language/t";

export type NoticeText = {
  /** One line: the title in the app and the subject of the mail. */
  title: string;
  paragraphs: readonly string[];
  /** Where the recipient can do something; null if there is nothing to do. */
  action: { label: string; path: string } | null;
  /** Money that the mail shows as a receipt. */
  receipt?: MailReceipt;
  /** Address that answers to the mail go to, if it is not the sender's. */
  replyTo?: string;
};

export type MailReceipt = {
  amount: string;
  /** One word in capitals: `SENT`. */
  stamp: string;
  tone: "valid" | "pending" | "invalid";
  lines: readonly { label: string; value: string }[];
};

/** What a one-time link in a mail allows. */
export type MailTokenPurpose =
  | "verify_email"
  | "reset_password"
  | "change_email"
  | "undo_email"
  | "cancel_recovery";

export type NoticeKind<Data = never> = {
  /** Noun and verb, as in the audit log: `withdrawal.failed`. */
  kind: string;
  /** What happened, on the settings page: "A withdrawal failed". */
  event: () => string;
  /** Who receives it, in the words of the settings page and of the documentation. */
  recipients: () => string;
  inApp: boolean;
  /** `optional`: the recipient can switch the mail off. `last`: always, after all other mail. */
  mail: "always" | "optional" | "last";
  /** The mail carries a new one-time token, for `text` to put into the link. */
  token: { purpose: MailTokenPurpose; validMinutes: number } | null;
  /**
   * Also sent to the recipients' webhooks, under the kind's name. The stored data is then public:
   * programs read its fields.
   */
  webhook: boolean;
  schema: z.ZodType<Data>;
  /** `token` is empty outside of mails, and for kinds without one. */
  text: (data: Data, token: string) => NoticeText;
};

type Defaults = "inApp" | "mail" | "token" | "webhook";
type Definition<Data> = Omit<NoticeKind<Data>, Defaults> &
  Partial<Pick<NoticeKind<Data>, Defaults>>;

/** Defines a kind of notice. Default: shown in the app, always mailed, no token, no webhook. */
export function defineNotice<Data>(definition: Definition<Data>): NoticeKind<Data> {
  return { inApp: true, mail: "always", token: null, webhook: false, ...definition };
}

/** Returns the place of a kind's mails among those that wait: 0 is sent first. */
export function mailRank({ mail, token }: Pick<NoticeKind<unknown>, "mail" | "token">): number {
  if (token) return 0;
  if (mail === "always") return 1;
  return mail === "optional" ? 2 : 3;
}

export const aboutCampaign = z.object({ campaignId: z.string(), name: z.string() });

export const openCampaign = (campaignId: string) => ({
  label: t`Open campaign`,
  path: `/app/campaigns/${campaignId}`,
});

export const openLink = (campaignId: string) => ({
  label: t`Open link`,
  path: `/app/links/${campaignId}`,
});

export const countClicks = (clicks: number) => plural(clicks, "# click", "# clicks");
