import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import type { CampaignStatsResponse } from "@fairclick/core/clicks/stats";
import { t } from "@fairclick/core/language/t";
import { Button, ButtonLink } from "../../../ui/button";
import { PayAndLaunch } from "../pay-and-launch";
import { useCampaignChanges } from "./campaign-changes";

export type CampaignDialog =
  | "add-budget"
  | "audience"
  | "cover"
  | "edit"
  | "end"
  | "game-url"
  | "join-rule"
  | "limits"
  | "move-end"
  | "price"
  | "wanted";

type CampaignActionsProps = {
  campaign: CampaignResponse;
  stopped: CampaignStatsResponse["stopped"];
  onDialog: (dialog: CampaignDialog) => void;
};

/** Actions on a campaign that its status allows. */
export function CampaignActions({ campaign, stopped, onDialog }: CampaignActionsProps) {
  if (campaign.status === "DISABLED") return null;
  const duplicate = (
    <ButtonLink to="/app/campaigns/create" search={{ copy: campaign._id }}>
      {t`Duplicate`}
    </ButtonLink>
  );
  if (campaign.status === "ENDED") return duplicate;
  return (
    <div className="min-w-0 max-w-full space-y-3">
      <div className="flex flex-wrap gap-3 empty:hidden">
        {stopped ? null : <NextAction campaign={campaign} />}
        {stopped || campaign.status === "AWAITING_FUNDS" ? null : (
          <Button
            variant={campaign.status === "EXHAUSTED" ? "primary" : "secondary"}
            onClick={() => onDialog("add-budget")}
          >
            {t`Add Budget`}
          </Button>
        )}
      </div>
      <div className="scroll-row gap-3 sm:flex-wrap">
        <Button onClick={() => onDialog("price")}>{t`Change Price`}</Button>
        <Button onClick={() => onDialog("limits")}>{t`Limits`}</Button>
        <Button onClick={() => onDialog("move-end")}>{t`Change End Date`}</Button>
        {campaign.status === "IN_REVIEW" || stopped?.by === "report" ? null : (
          <Button onClick={() => onDialog("game-url")}>{t`Change Game URL`}</Button>
        )}
        {canChangeAudience(campaign) ? (
          <Button onClick={() => onDialog("audience")}>{t`Change Audience`}</Button>
        ) : null}
        <Button onClick={() => onDialog("wanted")}>{t`Wanted Creators`}</Button>
        <Button onClick={() => onDialog("join-rule")}>{t`Who May Join`}</Button>
        <Button onClick={() => onDialog("edit")}>{t`Edit Texts`}</Button>
        <Button onClick={() => onDialog("cover")}>{t`Cover Image`}</Button>
        {duplicate}
        {stopped && stopped.by !== "review" && stopped.by !== "report" ? null : (
          <Button onClick={() => onDialog("end")}>{t`End Campaign`}</Button>
        )}
      </div>
    </div>
  );
}

/** The audience of a funded campaign can only grow, and everybody is the largest. */
function canChangeAudience({ status, audience }: CampaignResponse): boolean {
  return status === "AWAITING_FUNDS" || audience.countries !== null || audience.devices !== null;
}

function NextAction({ campaign }: { campaign: CampaignResponse }) {
  const { edit } = useCampaignChanges(campaign._id);
  switch (campaign.status) {
    case "AWAITING_FUNDS":
      return (
        <>
          <PayAndLaunch campaign={campaign} />
          <ButtonLink to="/app/payments">{t`Add Funds`}</ButtonLink>
        </>
      );
    case "ACTIVE":
    case "SCHEDULED":
      return (
        <Button disabled={edit.isPending} onClick={() => edit.mutate({ isActive: false })}>
          {edit.isPending ? t`Pausing...` : t`Pause Campaign`}
        </Button>
      );
    case "PAUSED":
      return (
        <Button
          variant="primary"
          disabled={edit.isPending}
          onClick={() => edit.mutate({ isActive: true })}
        >
          {edit.isPending ? t`Resuming...` : t`Resume Campaign`}
        </Button>
      );
    case "IN_REVIEW":
    case "EXHAUSTED":
    case "ENDED":
    case "DISABLED":
      return null;
  }
}
