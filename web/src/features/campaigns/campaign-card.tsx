import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { type ReactNode, useId } from "react";
import { Button } from "../../ui/button";
import { Cover } from "../../ui/campaigns/cover";
import { Money } from "../../ui/figure";
import { Receipt } from "../../ui/receipt";

type CampaignCardProps = {
  campaign: CampaignResponse;
  /** Main action of the card. `titleId` serves as `aria-describedby`. */
  action: (titleId: string) => ReactNode;
  onDetails?: () => void;
  children?: ReactNode;
};

export function CampaignCard({ campaign, action, onDetails, children }: CampaignCardProps) {
  const titleId = useId();
  return (
    <li>
      <Receipt className="h-full">
        <article aria-labelledby={titleId} className="flex h-full flex-col">
          <Cover
            cover={campaign.cover}
            sizes="(min-width: 1024px) 20rem, (min-width: 640px) 45vw, 90vw"
            className="mb-4"
          />
          <h3 id={titleId} className="break-words text-lg">
            {campaign.name}
          </h3>
          {campaign.gameName === campaign.name ? null : (
            <p className="text-soft">{campaign.gameName || t`Game Not Specified`}</p>
          )}
          <p className="my-4 flex items-baseline gap-2">
            <span className="font-bold text-2xl">
              <Money dollars={campaign.payoutPerClick} />
            </span>
            <span className="text-soft">{t`per click`}</span>
          </p>
          {children}
          <div className="mt-auto flex flex-wrap gap-2 pt-4">
            {action(titleId)}
            {onDetails ? (
              <Button aria-describedby={titleId} onClick={onDetails}>
                {t`Details`}
              </Button>
            ) : null}
          </div>
        </article>
      </Receipt>
    </li>
  );
}
