import { z } from "zod";
import { INVITATION_DAYS } from "../accounts/guardian-schema";
import { t } from "../language/t";
import { defineNotice, type NoticeText } from "./define-notice";

const DAY_MINUTES = 24 * 60;
/** Longer than from the 13th to the 18th birthday: the link works until the consent ends. */
const ACCESS_MINUTES = 6 * 366 * DAY_MINUTES;

const endedBy = z.enum(["guardian", "operator", "age"]);

const toProfile = (): NoticeText["action"] => ({
  label: t`Open your profile`,
  path: "/app/profile",
});

/** Contains no text of the child, so that nobody can use it to send messages to strangers. */
export const guardianInvited = defineNotice({
  kind: "guardian.invited",
  topic: "account",
  event: () => t`A young person names you as guardian`,
  recipients: () => t`the address that a user of 13 to 17 years invited`,
  inApp: false,
  mail: "always",
  token: { purpose: "guardian_invitation", validMinutes: INVITATION_DAYS * DAY_MINUTES },
  schema: z.object({}),
  text: (_, token) => ({
    title: t`A young person names you as guardian at Fairclick`,
    paragraphs: [
      t`On Fairclick, people share links to games and are paid for the visits. Somebody of 13 to 17 years wrote that you are their parent or guardian.`,
      t`They can earn, but money is paid out to an adult only. The page behind the button shows who asks and what you would agree to. You decide there.`,
      t`The link works once, for ${INVITATION_DAYS} days. Open it on a device of your own. If you know nobody who could mean you, ignore this mail or decline on that page.`,
    ],
    action: { label: t`See the request`, path: `/guardian#${token}` },
  }),
});

export const guardianConfirmed = defineNotice({
  kind: "guardian.confirmed",
  topic: "account",
  event: () => t`You consented as a guardian`,
  recipients: () => t`the guardian who consented`,
  inApp: false,
  mail: "always",
  token: { purpose: "guardian_access", validMinutes: ACCESS_MINUTES },
  schema: z.object({ username: z.string() }),
  text: ({ username }, token) => ({
    title: t`You consented as a guardian. Keep this mail`,
    paragraphs: [
      t`Earnings of ${username} can now be paid out to you. Set up payouts in your own name, with your own bank account: press the button.`,
      t`With the same link you can withdraw your consent at any time. It works until the consent ends. Pass it on to nobody.`,
    ],
    action: { label: t`Set up payouts`, path: `/guardian/consent#${token}` },
  }),
});

export const guardianConsented = defineNotice({
  kind: "guardian.consented",
  topic: "account",
  event: () => t`Your guardian consented`,
  recipients: () => t`the user of 13 to 17 years`,
  mail: "always",
  schema: z.object({ name: z.string() }),
  text: ({ name }) => ({
    title: t`Your guardian consented`,
    paragraphs: [
      t`${name} agreed to be paid in your place. Your guardian now sets up payouts, with a link that went to their address. Then you can withdraw.`,
      t`If this is not your guardian, write to the operators under Support.`,
    ],
    action: toProfile(),
  }),
});

export const guardianDeclined = defineNotice({
  kind: "guardian.declined",
  topic: "account",
  event: () => t`An invitation of a guardian was declined`,
  recipients: () => t`the user of 13 to 17 years`,
  mail: "always",
  schema: z.object({ address: z.string() }),
  text: ({ address }) => ({
    title: t`Your invitation was declined`,
    paragraphs: [t`${address} does not consent as your guardian.`],
    action: toProfile(),
  }),
});

const kept = () => t`What you earn is kept. Withdrawals that were not sent yet are cancelled.`;

function describeToChild(by: z.infer<typeof endedBy>): readonly string[] {
  switch (by) {
    case "guardian":
      return [t`Your guardian withdrew the consent.`, kept(), t`You can invite a guardian again.`];
    case "operator":
      return [
        t`The operators ended your guardian's consent.`,
        kept(),
        t`You can invite a guardian again, or write to the operators under Support.`,
      ];
    case "age":
      return [
        t`You are 18 now: no guardian is needed any more, and nothing more is paid to yours.`,
        t`${kept()} Set up payouts in your own name to withdraw.`,
      ];
  }
}

export const guardianEnded = defineNotice({
  kind: "guardian.ended",
  topic: "account",
  event: () => t`Your guardian's consent ended`,
  recipients: () => t`the user who had a guardian`,
  mail: "always",
  schema: z.object({ by: endedBy }),
  text: ({ by }) => ({
    title: t`Your guardian's consent ended`,
    paragraphs: describeToChild(by),
    action: toProfile(),
  }),
});

function describeToGuardian(by: z.infer<typeof endedBy>): string {
  switch (by) {
    case "guardian":
      return t`You withdrew your consent.`;
    case "operator":
      return t`The operators ended it.`;
    case "age":
      return t`The young person is 18 now and needs no guardian any more.`;
  }
}

export const guardianReleased = defineNotice({
  kind: "guardian.released",
  topic: "account",
  event: () => t`Your consent as a guardian ended`,
  recipients: () => t`the guardian who had consented`,
  inApp: false,
  mail: "always",
  schema: z.object({ username: z.string(), by: endedBy }),
  text: ({ username, by }) => ({
    title: t`Your consent as a guardian ended`,
    paragraphs: [
      t`Your consent for ${username} is no longer in force. ${describeToGuardian(by)}`,
      t`No more earnings are paid out to you. What was sent before is not affected.`,
    ],
    action: null,
  }),
});
