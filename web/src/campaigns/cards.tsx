import { nameAudience } from "@fairclick/core/campaigns/audience";
import type { CampaignResponse, ListedCampaign } from "@fairclick/core/campaigns/campaign";
import { describeBudgetLasts } from "@fairclick/core/campaigns/estimates";
import { genreName } from "@fairclick/core/campaigns/genres";
import { describePaysFor } from "@fairclick/core/campaigns/pays-for";
import { plural, t } from "@fairclick/core/language/t";
import { type ReactNode, useId } from "react";
import { rich } from "../language/rich";
import { Button } from "../ui/button";
import { Cover } from "../ui/campaigns";
import { Line, Lines, Money, Receipt } from "../ui/figures";
import { Empty } from "../ui/layout";

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

const NONE = t`No campaigns available at the moment. Check back later!`;

type CampaignGridProps<Item> = {
  items: Item[];
  /** Explains an empty grid. */
  emptyNote: ReactNode;
  emptyAction?: ReactNode;
  render: (item: Item, index: number) => ReactNode;
};

export function CampaignGrid<Item>(props: CampaignGridProps<Item>) {
  const { items, emptyNote, render } = props;
  if (items.length === 0) {
    return (
      <Empty title={NONE} action={props.emptyAction}>
        {emptyNote}
      </Empty>
    );
  }
  return (
    <>
      <h2 className="sr-only">{t`Campaigns`}</h2>
      <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {items.map((item, index) => render(item, index))}
      </ul>
    </>
  );
}

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
        <TextLine label={t`Budget lasts`}>{describeBudgetLasts(campaign, new Date())}</TextLine>
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
        <TextLine label={t`Pays for`}>{describePaysFor(campaign.paysFor).name}</TextLine>
        <TextLine label={t`Audience`}>{nameAudience(campaign.audience)}</TextLine>
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

/** Describes the time to a verdict; null if no click was judged today. */
export function describeVerdict(minutes: number | null): string | null {
  if (minutes === null) return null;
  return t`About ${plural(Math.max(1, Math.round(minutes)), "# minute", "# minutes")}`;
}

/** Returns the developer's name and the year of their account, as a sentence. */
export function describeDeveloper({
  createdBy,
  standing,
}: Pick<ListedCampaign, "createdBy" | "standing">): string {
  const name = createdBy.displayName || createdBy.username;
  const year = standing.developerSince.slice(0, 4);
  return t`By ${name}, here since ${year}.`;
}
