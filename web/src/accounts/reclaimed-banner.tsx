import type { ReclaimedPart, UserResponse } from "@fairclick/core/accounts/account";
import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { refreshUser } from "../session/session";
import { Button } from "../ui/button";
import { notify } from "../ui/notify";

type Reclaimed = NonNullable<UserResponse["reclaimed"]>;

const texts: Record<ReclaimedPart, string> = {
  password: t`The password. Google is the only way to sign in until you set a new one.`,
  google: t`The Google account that was connected.`,
  payouts: t`The payout account. Set up payouts again before you withdraw.`,
  billing: t`The saved payment methods and billing details.`,
  withdrawal: t`A withdrawal that was not sent yet. Its money is back in the earnings.`,
  keys: t`The API keys of the campaigns. Create new ones for your games.`,
  sessions: t`All browsers that were signed in.`,
};

/** What was disconnected when this person took over an account that somebody had opened with their e-mail. */
export function ReclaimedBanner({ reclaimed }: { reclaimed: Reclaimed }) {
  const queryClient = useQueryClient();
  const dismissal = useMutation({
    mutationFn: () => readAnswer(api.users.profile.reclaimed.$delete()),
    onSuccess: () => refreshUser(queryClient),
    onError: () => notify.error(t`The notice could not be dismissed. Please try again.`),
  });
  return (
    <div role="status" className="mb-8 border-2 border-held bg-paper px-5 py-4">
      <p className="font-bold">{t`This account is yours now`}</p>
      <p className="mt-1 text-soft">
        {t`It was opened with your email address before you proved that the address is yours. So that nobody else can use it, this was disconnected:`}
      </p>
      <ul className="mt-2 list-disc pl-5">
        {reclaimed.parts.map((part) => (
          <li key={part}>{texts[part]}</li>
        ))}
      </ul>
      <p className="mt-2 mb-3 text-soft">{t`Money, campaigns and links are still there.`}</p>
      <Button disabled={dismissal.isPending} onClick={() => dismissal.mutate()}>
        {t`I have read this`}
      </Button>
    </div>
  );
}
