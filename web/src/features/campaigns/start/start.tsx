import type { QueryClient } from "@tanstack/react-query";
import { lazyRouteComponent } from "@tanstack/react-router";
import { Suspense } from "react";
import { dashboardQuery } from "../../../queries/campaigns";
import { ownCampaignsQuery } from "../../../queries/own-campaigns";
import { useUser } from "../../../session/session";
import { CreatorStart } from "./creator-start";
import { type Guide, isGuideEnded } from "./ended-guides";

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
};

/** The guide of the signed-in account; nothing once it has ended. */
export function Start({ guide, onLinks = () => {} }: StartProps) {
  const user = useUser();
  if (!user || isGuideEnded(guide, user._id)) return null;
  return (
    <Suspense fallback={null}>
      {guide === "creator" ? <CreatorStart onLinks={onLinks} /> : <DeveloperStart />}
    </Suspense>
  );
}
