import type { CampaignResponse } from "@fairclick/core/campaigns/campaign-schema";
import type { CampaignStatsResponse } from "@fairclick/core/clicks/stats-schema";
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
      Duplicate
    </ButtonLink>
  );
  if (campaign.status === "ENDED") return duplicate;
  return (
    <div className="flex flex-wrap gap-3">
      {stopped ? null : <NextAction campaign={campaign} />}
      {stopped || campaign.status === "AWAITING_FUNDS" ? null : (
        <Button
          variant={campaign.status === "EXHAUSTED" ? "primary" : "secondary"}
          onClick={() => onDialog("add-budget")}
        >
          Add Budget
        </Button>
      )}
      <Button onClick={() => onDialog("price")}>Change Price</Button>
      <Button onClick={() => onDialog("limits")}>Limits</Button>
      <Button onClick={() => onDialog("move-end")}>Change End Date</Button>
      {campaign.status === "IN_REVIEW" || stopped?.by === "report" ? null : (
        <Button onClick={() => onDialog("game-url")}>Change Game URL</Button>
      )}
      {canChangeAudience(campaign) ? (
        <Button onClick={() => onDialog("audience")}>Change Audience</Button>
      ) : null}
      <Button onClick={() => onDialog("wanted")}>Wanted Creators</Button>
      <Button onClick={() => onDialog("join-rule")}>Who May Join</Button>
      <Button onClick={() => onDialog("edit")}>Edit Texts</Button>
      <Button onClick={() => onDialog("cover")}>Cover Image</Button>
      {duplicate}
      {stopped && stopped.by !== "review" && stopped.by !== "report" ? null : (
        <Button onClick={() => onDialog("end")}>End Campaign</Button>
      )}
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
          <ButtonLink to="/app/payments">Add Funds</ButtonLink>
        </>
      );
    case "ACTIVE":
    case "SCHEDULED":
      return (
        <Button disabled={edit.isPending} onClick={() => edit.mutate({ isActive: false })}>
          {edit.isPending ? "Pausing..." : "Pause Campaign"}
        </Button>
      );
    case "PAUSED":
      return (
        <Button
          variant="primary"
          disabled={edit.isPending}
          onClick={() => edit.mutate({ isActive: true })}
        >
          {edit.isPending ? "Resuming..." : "Resume Campaign"}
        </Button>
      );
    case "IN_REVIEW":
    case "EXHAUSTED":
    case "ENDED":
    case "DISABLED":
      return null;
  }
}
