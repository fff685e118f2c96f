import { nameAudience } from "@fairclick/core/campaigns/audience";
import type { CampaignResponse, ListedCampaign } from "@fairclick/core/campaigns/campaign";
import { describeBudgetLasts } from "@fairclick/core/campaigns/estimates";
import { t } from "@fairclick/core/language/t";
import { type ReactNode, useId } from "react";
import { rich } from "../language/rich";
import { Button } from "../ui/button";
import { Cover, PlayGame } from "../ui/campaigns";
import { Line, Lines, Money, Receipt, TextLine } from "../ui/figures";
import { formatLastDay, thousandfold } from "../ui/format";
import { Empty, useBelowFold } from "../ui/layout";

type CampaignCardProps = {
  campaign: CampaignResponse;
  /** Main action of the card. `titleId` serves as `aria-describedby`. */
  action: (titleId: string) => ReactNode;
  onDetails?: () => void;
  /** Beside the picture, instead of what a click pays. */
  aside?: ReactNode;
  /** Id of the campaign's name, for content that refers to it. */
  titleId?: string;
  children?: ReactNode;
};

/** A campaign as one promise: its picture, its name and what it pays, with what decides in `children`. */
export function CampaignCard(props: CampaignCardProps) {
  const { campaign, action, onDetails, aside, children } = props;
  const ownId = useId();
  const titleId = props.titleId ?? ownId;
  return (
    <li>
      <Receipt className="h-full">
        <article aria-labelledby={titleId} className="flex h-full flex-col">
          <div className="mb-3 flex gap-4 sm:flex-col sm:gap-2">
            <div className="w-28 shrink-0 sm:w-full">
              <PlayGame campaign={campaign} describedBy={titleId}>
                <Cover
                  cover={campaign.cover}
                  sizes="(min-width: 1024px) 20rem, (min-width: 640px) 45vw, 13rem"
                  className="max-sm:aspect-square"
                />
              </PlayGame>
            </div>
            <div className="min-w-0">
              <h3 id={titleId} className="break-words text-lg leading-tight">
                {campaign.name}
              </h3>
              {campaign.gameName === campaign.name ? null : (
                <p className="break-words text-soft text-sm">
                  {campaign.gameName || t`Game Not Specified`}
                </p>
              )}
              <p className="mt-1.5 leading-tight">{aside || <CampaignPay campaign={campaign} />}</p>
            </div>
          </div>
          {children}
          <div className="mt-auto flex flex-wrap items-center gap-2 pt-4">
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

function CampaignPay({ campaign: { payoutPerClick } }: { campaign: CampaignResponse }) {
  return (
    <>
      {rich`${<BigMoney dollars={thousandfold(payoutPerClick)} />} per 1,000 clicks`}
      <span className="mt-1 block text-soft text-sm">
        {rich`${<Money dollars={payoutPerClick} />} per click`}
      </span>
    </>
  );
}

export function BigMoney({ dollars }: { dollars: number }) {
  return (
    <span className="mr-1 font-bold text-2xl max-sm:block">
      <Money dollars={dollars} />
    </span>
  );
}

type CampaignGridProps<Item> = {
  items: Item[];
  emptyTitle?: string;
  /** Explains an empty grid. */
  emptyNote: ReactNode;
  emptyAction?: ReactNode;
  render: (item: Item, index: number) => ReactNode;
};

export function CampaignGrid<Item>(props: CampaignGridProps<Item>) {
  const { items, emptyNote, render } = props;
  const { emptyTitle = t`No campaigns available at the moment. Check back later!` } = props;
  const isWhole = useBelowFold();
  if (items.length === 0) {
    return (
      <Empty title={emptyTitle} action={props.emptyAction}>
        {emptyNote}
      </Empty>
    );
  }
  return (
    <>
      <h2 className="sr-only">{t`Campaigns`}</h2>
      <ul className="grid gap-4 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3">
        {(isWhole ? items : items.slice(0, 2)).map(render)}
      </ul>
    </>
  );
}

/** The two facts that decide whether a campaign is worth joining, and whose clicks it pays for if not all. */
export function CampaignOffer({ campaign }: { campaign: ListedCampaign }) {
  const lasts = describeBudgetLasts(campaign, new Date());
  const audience = nameAudience(campaign.audience);
  return (
    <Lines className="text-sm">
      <Line label={t`Budget left`}>
        <Money dollars={campaign.budgetRemaining} rounded />
      </Line>
      {lasts === null ? (
        <TextLine label={t`Ends`}>{formatLastDay(campaign.endDate)}</TextLine>
      ) : (
        <TextLine label={t`Budget lasts`}>{lasts}</TextLine>
      )}
      {audience === null ? null : <TextLine label={t`Audience`}>{audience}</TextLine>}
    </Lines>
  );
}

/** Removes repeated campaigns: a campaign can be on two pages of a list if its budget changes in between. */
export function removeRepeats<Item extends { _id: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.toReversed().map((item) => [item._id, item])).values()].toReversed();
}

/** True if the name contains the search text, ignoring case. */
export function matchesName(campaign: { name: string }, search: string): boolean {
  return campaign.name.toLowerCase().includes(search.toLowerCase());
}
