import { t } from "@fairclick/core/language/t";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { lazyRouteComponent } from "@tanstack/react-router";
import { Suspense } from "react";
import { dashboardQuery, ownCampaignsQuery } from "../queries/campaigns";
import { useUser } from "../session/session";
import { Button, ButtonLink } from "../ui/button";
import { type Guide, isGuideEnded, StartGuide } from "./start-guide-more";

const DeveloperStart = lazyRouteComponent(() => import("./developer-start"), "DeveloperStart");

type LoadStart = { queryClient: QueryClient; userId: string };

/**
 * Loads the guide of an account and what it shows, unless it has ended: a guide that appears later
 * would move the page.
 */
export async function loadStart(guide: Guide, { queryClient, userId }: LoadStart): Promise<void> {
  if (isGuideEnded(guide, userId)) return;
  if (guide === "creator") {
    await queryClient.prefetchQuery(dashboardQuery);
    return;
  }
  await Promise.all([DeveloperStart.preload?.(), queryClient.prefetchQuery(ownCampaignsQuery)]);
}

type StartProps = {
  guide: Guide;
  /** Shows a creator's own links. */
  onLinks?: () => void;
  /** Whether the page has a button of its own to create a campaign. */
  canCreate?: boolean;
};

/** The guide of the signed-in account; nothing once it has ended. */
export function Start({ guide, onLinks = () => {}, canCreate = false }: StartProps) {
  const user = useUser();
  if (!user || isGuideEnded(guide, user._id)) return null;
  return (
    <Suspense fallback={null}>
      {guide === "creator" ? (
        <CreatorStart onLinks={onLinks} />
      ) : (
        <DeveloperStart canCreate={canCreate} />
      )}
    </Suspense>
  );
}

/** The guide from the first join to the first payout. `onLinks` shows the creator's own links. */
function CreatorStart({ onLinks }: { onLinks: () => void }) {
  const { data: stats } = useQuery(dashboardQuery);
  const user = useUser();
  if (!stats || !user) return null;
  return (
    <StartGuide
      guide="creator"
      title={t`Earn your first dollar`}
      steps={[
        {
          word: t`Join`,
          title: t`Join a campaign`,
          isDone: stats.activeLinks > 0 || stats.totalClicks > 0,
          hint: t`Choose one below. Joining is free, and its card says what a valid click pays.`,
        },
        {
          word: t`Post`,
          title: t`Post your link`,
          isDone: stats.totalClicks > 0,
          hint: t`Put it where your viewers look: a description, a bio, a pinned comment. Do not click it yourself: your own clicks are not paid.`,
          action: <Button onClick={onLinks}>{t`Show my link`}</Button>,
        },
        {
          word: t`Get paid`,
          title: t`Get your first paid click`,
          isDone: stats.totalEarnings > 0,
          hint: t`Each click is judged within minutes. The page of your link shows every verdict with its reason.`,
          action: <Button onClick={onLinks}>{t`Show my links`}</Button>,
        },
        {
          word: t`Bank`,
          title: t`Connect your bank`,
          isDone: user.stripeAccountVerified,
          hint: t`Stripe asks who you are and pays out to your bank account. Confirm your email address too: payouts need it.`,
          action: <ButtonLink to="/app/payments">{t`Set up payouts`}</ButtonLink>,
        },
      ]}
    />
  );
}

const KEY = "start-role";

/** Remembers in this tab, also across a Google sign-in, whether its visitor signs up as developer or creator. */
export function rememberRole(role: string): void {
  sessionStorage.setItem(KEY, role === "developer" ? role : "creator");
}

/** Returns the guide that the Creator Hub shows, where every newcomer arrives. */
export function newcomersGuide(): Guide {
  return sessionStorage.getItem(KEY) === "developer" ? "developer" : "creator";
}
