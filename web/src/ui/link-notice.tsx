import type { JoinedCampaignResponse } from "@fairclick/core/campaigns/campaign";
import { describeUnpaid } from "@fairclick/core/campaigns/prices";
import { isOver, statusName } from "@fairclick/core/campaigns/status";
import { t } from "@fairclick/core/language/t";
import { Link } from "@tanstack/react-router";
import { rich } from "../language/rich";

/** Explains why clicks on a link are not counted or paid at the moment. */
export function LinkNotice({ campaign }: { campaign: JoinedCampaignResponse }) {
  if (campaign.disabledBy) return <StoppedLink by={campaign.disabledBy} />;
  const why = whyUnpaid(campaign);
  if (why === null) return null;
  return (
    <p className="mb-3 border-2 border-held border-dashed px-3 py-2 font-medium text-sm">{why}</p>
  );
}

type StoppedLinkProps = { by: NonNullable<JoinedCampaignResponse["disabledBy"]> };

/** Says who stopped a link, what that means, and what its creator can do. */
function StoppedLink({ by }: StoppedLinkProps) {
  return (
    <div role="note" className="mb-3 border-2 border-refused px-3 py-2 text-sm">
      <p className="font-semibold">
        {by === "developer"
          ? t`The game's developer stopped this link.`
          : t`Fairclick stopped this link.`}
      </p>
      <p>
        {t`Its visitors are not sent to the game, and new clicks do not count. Earlier clicks are still judged and paid.`}
      </p>
      <p className="mt-1">
        {by === "developer"
          ? rich`Only the developer can start it again, and need not give a reason. Take it out of your posts and ${<Link to="/app/creator-hub">{t`choose another game`}</Link>}.`
          : rich`${<Link to="/contact">{t`Ask support`}</Link>} for the reason, or to look at it once more. Take it out of your posts until then.`}
      </p>
    </div>
  );
}

function whyUnpaid({ status, reachedLimit }: JoinedCampaignResponse): string | null {
  switch (status) {
    case "ACTIVE":
      return reachedLimit && describeUnpaidLink(describeUnpaid(reachedLimit));
    case "PAUSED":
      return describeUnpaidLink(describeUnpaid("paused"));
    case "EXHAUSTED":
      return describeUnpaidLink(describeUnpaid("exhausted"));
    case "ENDED":
      return describeUnpaidLink(t`The campaign has ended.`);
    default:
      return t`${statusName(status)}: clicks are not paid at the moment.`;
  }
}

function describeUnpaidLink(why: string): string {
  return `${why} ${t`Visitors can still reach the game through your link, but their clicks are not paid.`}`;
}

/** True if a link never pays again: its address is no longer offered. */
export function isLinkOver({ status, disabledBy }: JoinedCampaignResponse): boolean {
  return disabledBy !== null || isOver(status);
}
