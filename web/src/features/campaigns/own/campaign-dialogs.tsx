import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import type { CampaignStatsResponse } from "@fairclick/core/clicks/stats";
import { lazy, Suspense } from "react";

const AddBudgetDialog = lazy(async () => ({
  default: (await import("./add-budget-dialog")).AddBudgetDialog,
}));
const AudienceDialog = lazy(async () => ({
  default: (await import("./audience-dialog")).AudienceDialog,
}));
const CoverDialog = lazy(async () => ({ default: (await import("./cover-dialog")).CoverDialog }));
const EditCampaignDialog = lazy(async () => ({
  default: (await import("./edit-campaign-dialog")).EditCampaignDialog,
}));
const EndCampaignDialog = lazy(async () => ({
  default: (await import("./end-campaign-dialog")).EndCampaignDialog,
}));
const GameUrlDialog = lazy(async () => ({
  default: (await import("./game-url-dialog")).GameUrlDialog,
}));
const JoinRuleDialog = lazy(async () => ({
  default: (await import("./join-rule-dialog")).JoinRuleDialog,
}));
const LimitsDialog = lazy(async () => ({
  default: (await import("./limits-dialog")).LimitsDialog,
}));
const MoveEndDialog = lazy(async () => ({
  default: (await import("./move-end-dialog")).MoveEndDialog,
}));
const PriceDialog = lazy(async () => ({
  default: (await import("./price-dialog")).PriceDialog,
}));
const WantedDialog = lazy(async () => ({
  default: (await import("./wanted-dialog")).WantedDialog,
}));

type CampaignDialogsProps = {
  /** Name of the open dialog; unknown names open none. */
  dialog: string | undefined;
  campaign: CampaignResponse;
  stats: CampaignStatsResponse;
  onClose: () => void;
};

/** The dialogs that change a campaign, each loaded when it opens. */
export function CampaignDialogs({ dialog, campaign, stats, onClose }: CampaignDialogsProps) {
  return (
    <Suspense fallback={null}>
      {dialog === "add-budget" ? <AddBudgetDialog campaign={campaign} onClose={onClose} /> : null}
      {dialog === "join-rule" ? <JoinRuleDialog campaign={campaign} onClose={onClose} /> : null}
      {dialog === "limits" ? <LimitsDialog campaign={campaign} onClose={onClose} /> : null}
      {dialog === "price" ? <PriceDialog campaign={campaign} onClose={onClose} /> : null}
      {dialog === "move-end" ? <MoveEndDialog campaign={campaign} onClose={onClose} /> : null}
      {dialog === "game-url" ? <GameUrlDialog campaign={campaign} onClose={onClose} /> : null}
      {dialog === "audience" ? <AudienceDialog campaign={campaign} onClose={onClose} /> : null}
      {dialog === "wanted" ? <WantedDialog campaign={campaign} onClose={onClose} /> : null}
      {dialog === "cover" ? <CoverDialog campaign={campaign} onClose={onClose} /> : null}
      {dialog === "edit" ? <EditCampaignDialog campaign={campaign} onClose={onClose} /> : null}
      {dialog === "end" ? (
        <EndCampaignDialog campaign={campaign} stats={stats} onClose={onClose} />
      ) : null}
    </Suspense>
  );
}
