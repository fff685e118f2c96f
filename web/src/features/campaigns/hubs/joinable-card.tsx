import type { ListedCampaign } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { lazy, Suspense } from "react";
import { Button } from "../../../ui/button";
import { CampaignCard } from "../campaign-card";
import { CampaignOffer } from "../campaign-offer";

// Not in the first load: most campaigns accept everybody.
const JoinTerms = lazy(async () => ({ default: (await import("./join-terms")).JoinTerms }));
const RequestJoin = lazy(async () => ({ default: (await import("./request-join")).RequestJoin }));

type JoinableCardProps = {
  campaign: ListedCampaign;
  joining: boolean;
  onJoin: () => void;
  onDetails: () => void;
};

export function JoinableCard({ campaign, joining, onJoin, onDetails }: JoinableCardProps) {
  const { wanted, whoMayJoin } = campaign;
  const acceptsAll = whoMayJoin === "everybody" && !wanted.categories[0] && !wanted.platforms[0];
  return (
    <CampaignCard
      campaign={campaign}
      onDetails={onDetails}
      action={(titleId) =>
        whoMayJoin === "approval" ? (
          <Suspense fallback={null}>
            <RequestJoin campaign={campaign} describedBy={titleId} />
          </Suspense>
        ) : (
          <Button
            variant="primary"
            aria-describedby={titleId}
            aria-disabled={joining}
            onClick={joining ? undefined : onJoin}
          >
            {joining ? t`Joining...` : t`Join campaign`}
          </Button>
        )
      }
    >
      <CampaignOffer campaign={campaign} />
      {acceptsAll ? null : (
        <Suspense fallback={null}>
          <JoinTerms campaign={campaign} />
        </Suspense>
      )}
    </CampaignCard>
  );
}
