import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { dashboardQuery } from "../../../queries/campaigns";
import { useUser } from "../../../session/session";
import { Button, ButtonLink } from "../../../ui/button";
import { StartGuide } from "./start-guide";

/** The guide from the first join to the first payout. `onLinks` shows the creator's own links. */
export function CreatorStart({ onLinks }: { onLinks: () => void }) {
  const { data: stats } = useQuery(dashboardQuery);
  const user = useUser();
  if (!stats || !user) return null;
  return (
    <StartGuide
      guide="creator"
      title={t`Earn your first dollar`}
      steps={[
        {
          title: t`Join a campaign`,
          isDone: stats.activeLinks > 0 || stats.totalClicks > 0,
          hint: t`Choose one below. Joining is free, and its card says what a valid click pays.`,
        },
        {
          title: t`Post your link`,
          isDone: stats.totalClicks > 0,
          hint: t`Put it where your viewers look: a description, a bio, a pinned comment. Do not click it yourself: your own clicks are not paid.`,
          action: <Button onClick={onLinks}>{t`Show my link`}</Button>,
        },
        {
          title: t`Get your first paid click`,
          isDone: stats.totalEarnings > 0,
          hint: t`Each click is judged within minutes. The page of your link shows every verdict with its reason.`,
          action: <Button onClick={onLinks}>{t`Show my links`}</Button>,
        },
        {
          title: t`Connect your bank`,
          isDone: user.stripeAccountVerified,
          hint: t`Stripe asks who you are and pays out to your bank account. Confirm your email address too: payouts need it.`,
          action: <ButtonLink to="/app/payments">{t`Set up payouts`}</ButtonLink>,
        },
      ]}
    />
  );
}
