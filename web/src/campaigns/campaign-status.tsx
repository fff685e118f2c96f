import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { REVIEW_HOURS, statusName } from "@fairclick/core/campaigns/status";
import type { CampaignStatsResponse } from "@fairclick/core/clicks/stats";
import { t } from "@fairclick/core/language/t";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button";
import { Mark } from "../ui/figures";
import { formatMoment } from "../ui/format";
import { useCampaignChanges } from "./campaign-changes";

/** Pauses or resumes a campaign; nothing if its status allows neither. */
export function PauseButton({ campaign }: { campaign: CampaignResponse }) {
  const { setActive } = useCampaignChanges(campaign._id);
  const { isPending, mutate } = setActive;
  switch (campaign.status) {
    case "ACTIVE":
    case "SCHEDULED":
      return (
        <Button disabled={isPending} onClick={() => mutate(false)}>
          {isPending ? t`Pausing...` : t`Pause`}
        </Button>
      );
    case "PAUSED":
      return (
        <Button variant="primary" disabled={isPending} onClick={() => mutate(true)}>
          {isPending ? t`Resuming...` : t`Resume`}
        </Button>
      );
    default:
      return null;
  }
}

type StopNoticeProps = Pick<CampaignStatsResponse, "stopped" | "pendingGameUrl">;

/**
 * Notice of a campaign that Fairclick stopped, so that its developer cannot start it again, or of what
 * waits for review.
 */
export function StopNotice({ stopped, pendingGameUrl }: StopNoticeProps) {
  if (!stopped) return <PendingAddress gameUrl={pendingGameUrl} />;
  const { by, how, since, reason } = stopped;
  if (by === "review") {
    return (
      <Note title={t`This campaign is not live yet.`}>
        {reason}{" "}
        {t`Its budget is reserved meanwhile, and returns to your wallet if it is rejected or you end it.`}
      </Note>
    );
  }
  if (by === "report") {
    return (
      <Note title={t`Visitors of this campaign see a warning.`} isRefused>
        {reason}{" "}
        {t`Its clicks are not paid, and nobody can join. You can end it: what is left of its budget then returns to your wallet. If this is a mistake, or the page is clean again, ask support to look at it once more.`}
      </Note>
    );
  }
  const title =
    how === "paused"
      ? t`Fairclick paused this campaign on ${formatMoment(since)}.`
      : t`Fairclick disabled this campaign on ${formatMoment(since)}.`;
  return (
    <Note title={title} isRefused>
      {reason ?? t`Ask support for the reason.`} {t`Only Fairclick can lift this.`}
    </Note>
  );
}

type NoteProps = { title: string; isRefused?: boolean; children: ReactNode };

function Note({ title, isRefused = false, children }: NoteProps) {
  const edge = isRefused ? "border-refused" : "border-held";
  return (
    <div role="note" className={`mb-6 border-2 px-4 py-3 ${edge}`}>
      <p className="font-semibold">{title}</p>
      <p className="break-words">{children}</p>
    </div>
  );
}

function PendingAddress({ gameUrl }: { gameUrl: string | null }) {
  if (gameUrl === null) return null;
  return (
    <Note title={t`The new game URL waits for review.`}>
      {gameUrl}
      <br />
      {t`Visitors are sent to the former one until an operator approves it, within ${REVIEW_HOURS} hours.`}
    </Note>
  );
}

/** Percentage of the budget that is used: at most 100, and 0 without a budget. */
export function percentUsed(campaign: { budget: number; budgetUsed: number }): number {
  if (campaign.budget === 0) return 0;
  return Math.min(100, (campaign.budgetUsed / campaign.budget) * 100);
}

/** Clicks per impression in percent with two decimals, or `N/A` without impressions. */
export function clickThroughRate(campaign: { totalClicks: number; impressions: number }): string {
  if (campaign.impressions === 0) return t`N/A`;
  return `${((campaign.totalClicks / campaign.impressions) * 100).toFixed(2)}%`;
}

export function isLive(campaign: { isActive: boolean; endDate: string }, now: Date): boolean {
  return campaign.isActive && new Date(campaign.endDate) > now;
}

type CampaignStandingProps = {
  campaign: Pick<CampaignResponse, "isActive" | "endDate" | "status">;
  /** Whether it was launched just now. One that goes live while it is seen is new too. */
  isNew?: boolean;
};

/** A LIVE mark, or the status that keeps a campaign from paying. Null if it has run out. */
export function CampaignStanding({ campaign, isNew = false }: CampaignStandingProps) {
  const [seen] = useState(campaign.status);
  if (campaign.status === "ACTIVE" && !isLive(campaign, new Date())) return null;
  return (
    <p>
      {campaign.status === "ACTIVE" ? (
        <span
          className={
            isNew || seen !== "ACTIVE" ? "inline-block motion-safe:animate-stamp-down" : ""
          }
        >
          <Mark tone="valid">{t`LIVE`}</Mark>
        </span>
      ) : (
        <Mark tone="held">{statusName(campaign.status)}</Mark>
      )}
    </p>
  );
}
