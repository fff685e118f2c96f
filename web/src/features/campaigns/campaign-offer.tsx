import { nameAudience } from "@fairclick/core/campaigns/audience";
import type { ListedCampaign } from "@fairclick/core/campaigns/campaign";
import { genreName } from "@fairclick/core/campaigns/genres";
import { clickRuleNames } from "@fairclick/core/clicks/describe-click-rules";
import { t } from "@fairclick/core/language/t";
import type { ReactNode } from "react";
import { rich } from "../../language/rich";
import { Money } from "../../ui/figure";
import { Line, Lines } from "../../ui/receipt";
import { describeBudget, describeDeveloper, describeVerdict } from "./describe-standing";

/** Lines of figures that help a creator choose a campaign. */
export function CampaignOffer({ campaign }: { campaign: ListedCampaign }) {
  const { standing, estimate } = campaign;
  const { countedPercent } = standing;
  return (
    <div className="space-y-3 text-sm">
      <Lines>
        <Line label={t`1,000 clicks pay`}>
          <Money dollars={perThousand(campaign.payoutPerClick)} />
        </Line>
        <Line label={t`Budget left`}>
          <Money dollars={campaign.budgetRemaining} />
        </Line>
        <TextLine label={t`Budget lasts`}>{describeBudget(campaign, new Date())}</TextLine>
        {countedPercent === null ? (
          <TextLine label={t`Clicks that counted`}>{t`Not known yet`}</TextLine>
        ) : (
          <Line label={t`Clicks that counted`}>{countedPercent}%</Line>
        )}
        <TextLine label={t`Verdict after`}>{describeVerdict(standing.verdictMinutes)}</TextLine>
        <Line label={t`Paid out so far`}>
          <Money dollars={standing.paid} />
        </Line>
        <TextLine label={t`Genres`}>{campaign.gameGenres.map(genreName).join(", ")}</TextLine>
        <TextLine label={t`Pays for`}>{nameAudience(campaign.audience)}</TextLine>
        <TextLine label={t`Click rules`}>{clickRuleNames[campaign.clickRules]}</TextLine>
      </Lines>
      <p className="text-soft">{describeDeveloper(campaign)}</p>
      {estimate === null ? null : (
        <p className="font-medium">
          {rich`1,000 clicks of yours would earn about ${<Money dollars={cents(estimate)} />}.`}
        </p>
      )}
    </div>
  );
}

function TextLine({ label, children }: { label: string; children: ReactNode }) {
  if (children === null) return null;
  return (
    <Line label={label}>
      <span className="font-text">{children}</span>
    </Line>
  );
}

/** Rounds away the error of floating-point products in the last digits. */
function perThousand(dollars: number): number {
  return Math.round(dollars * 1_000_000) / 1_000;
}

function cents(dollars: number): number {
  return Math.round(dollars * 100) / 100;
}
