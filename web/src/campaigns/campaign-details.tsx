import { describeWanted } from "@fairclick/core/accounts/creator-content";
import { describeAudience } from "@fairclick/core/campaigns/audience";
import type { CampaignResponse, ListedCampaign } from "@fairclick/core/campaigns/campaign";
import { describeBudgetLasts, describeWait } from "@fairclick/core/campaigns/estimates";
import { genreName } from "@fairclick/core/campaigns/genres";
import { describeJoinRule } from "@fairclick/core/campaigns/joining";
import { describePaysFor } from "@fairclick/core/campaigns/pays-for";
import { statusName } from "@fairclick/core/campaigns/status";
import { describeClickRules } from "@fairclick/core/clicks/category-names";
import { t } from "@fairclick/core/language/t";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { rich } from "../language/rich";
import { usePolicyNumbers } from "../policy/facts";
import { campaignQuery, joinedQuery } from "../queries/campaigns";
import { Button } from "../ui/button";
import { Cover, NextPrice, PlayGame } from "../ui/campaigns";
import { LinkText } from "../ui/copy-button";
import { Dialog } from "../ui/dialog";
import { CountLine, Line, Lines, Money, MoneyLine, TextLine } from "../ui/figures";
import { formatDay, formatLastDay } from "../ui/format";
import { JudgedUpTo } from "../ui/judged-up-to";
import { Part } from "../ui/layout";
import { lazyPart } from "../ui/lazy-part";
import { LimitsNote } from "../ui/limits-note";
import { useJoinCampaign } from "./join-campaign";
import { RequestJoin } from "./request-join";

type CampaignDetailsProps = { id: string; onClose: () => void; onViewJoined: () => void };

export function CampaignDetails({ id, onClose, onViewJoined }: CampaignDetailsProps) {
  const { data: campaign } = useQuery(campaignQuery(id));
  return (
    <Dialog
      open
      onClose={onClose}
      title={campaign?.name ?? t`Campaign`}
      description={campaign && describeDeveloper(campaign)}
      footer={
        campaign ? (
          <>
            <Button onClick={onClose}>{t`Close`}</Button>
            <JoinOrView campaign={campaign} onViewJoined={onViewJoined} />
          </>
        ) : undefined
      }
    >
      <Part loading={t`Loading campaign`} failure={t`This campaign could not be loaded.`}>
        <CampaignFacts id={id} />
      </Part>
      <ReportCampaign campaignId={id} />
    </Dialog>
  );
}

type JoinOrViewProps = { campaign: CampaignResponse; onViewJoined: () => void };

function JoinOrView({ campaign, onViewJoined }: JoinOrViewProps) {
  const { data: joined = [] } = useQuery(joinedQuery);
  const { join, isPending } = useJoinCampaign();
  const own = joined.find(({ _id }) => _id === campaign._id);
  if (own) {
    return (
      <>
        <div className="order-first basis-full">
          <LinkText link={own.shortLink} name={own.name} />
        </div>
        <Button variant="primary" onClick={onViewJoined}>
          {t`View in Active Campaigns`}
        </Button>
      </>
    );
  }
  if (campaign.whoMayJoin === "approval") return <RequestJoin campaign={campaign} />;
  return (
    <Button variant="primary" disabled={isPending} onClick={() => void join(campaign._id)}>
      {isPending ? t`Joining...` : t`Join Campaign`}
    </Button>
  );
}

type JoinRate = NonNullable<CampaignResponse["joinRate"]>;

/** Everything that a creator needs to know before joining. */
function CampaignFacts({ id }: { id: string }) {
  const { data: campaign } = useSuspenseQuery(campaignQuery(id));
  const numbers = usePolicyNumbers();
  const rule = describeJoinRule(campaign.whoMayJoin);
  const wanted = describeWanted(campaign.wanted);
  const paysFor = describePaysFor(campaign.paysFor);
  const audience = describeAudience(campaign.audience);
  const { standing, estimate } = campaign;
  return (
    <div className="space-y-6">
      <Cover cover={campaign.cover} sizes="(min-width: 640px) 32rem, 90vw" />
      <p>
        <PlayGame campaign={campaign} />
      </p>
      <Lines className="mb-2">
        <TextLine label={t`Status`}>{statusName(campaign.status)}</TextLine>
        <MoneyLine label={t`Per Click`} dollars={campaign.payoutPerClick} />
        {campaign.feePerClick > 0 ? (
          <Line label={t`The Developer Pays`}>
            {rich`${<Money dollars={campaign.payoutPerClick} />} to you + ${<Money dollars={campaign.feePerClick} />} fee`}
          </Line>
        ) : null}
        <MoneyLine label={t`Budget Left`} dollars={campaign.budgetRemaining} />
        <KnownLine label={t`Budget Lasts`} value={describeBudgetLasts(campaign, new Date())} />
        <CountLine label={t`Total Clicks`} count={campaign.totalClicks} />
        {campaign.joinRate?.percent == null ? null : (
          <Line label={t`Clicks That Joined`}>{describeJoinRate(campaign.joinRate)}</Line>
        )}
        <KnownLine
          label={t`Clicks That Counted`}
          value={standing.countedPercent === null ? null : `${standing.countedPercent}%`}
        />
        <KnownLine label={t`Verdict After`} value={describeVerdict(standing.verdictMinutes)} />
        <MoneyLine label={t`Paid Out So Far`} dollars={standing.paid} />
        <TextLine label={t`Pays For`}>{paysFor.name}</TextLine>
        {rule === null ? null : <TextLine label={t`Who May Join`}>{rule}</TextLine>}
        <TextLine label={t`Start Date`}>{formatDay(campaign.startDate)}</TextLine>
        <TextLine label={t`End Date`}>{formatLastDay(campaign.endDate)}</TextLine>
      </Lines>
      {estimate === null ? null : (
        <p className="font-medium">
          {rich`1,000 clicks of yours would earn about ${<Money dollars={Math.round(estimate * 100) / 100} />}.`}
        </p>
      )}
      <NextPrice campaign={campaign} />
      {campaign.joinRate?.isFarBelow ? (
        <p className="text-sm text-soft">
          {t`This game reports far fewer players than others of its genre, so its refused clicks do not count in favour of any rule. Your clicks are judged and paid as on every campaign.`}
        </p>
      ) : null}
      {audience === null ? null : <p className="text-sm text-soft">{audience}</p>}
      <p className="text-sm text-soft">{paysFor.meaning}</p>
      <p className="text-sm text-soft">{describeClickRules(campaign.clickRules, numbers)}</p>
      <LimitsNote limits={campaign.limits} />
      <JudgedUpTo at={campaign.judgedUpTo} />
      <FactsPart title={t`Description`}>
        <p className="whitespace-pre-line break-words">{campaign.description}</p>
      </FactsPart>
      <FactsPart title={t`Target Audience`}>{campaign.targetAudience}</FactsPart>
      {wanted === null ? null : (
        <FactsPart title={t`Wanted Creators`}>
          <p>
            {rich`${wanted}. You can join if ${<Link to="/app/profile">{t`your profile`}</Link>} says so.`}
          </p>
        </FactsPart>
      )}
      <FactsPart title={t`Genres`}>{campaign.gameGenres.map(genreName).join(", ")}</FactsPart>
      {campaign.trailerLink ? (
        <FactsPart title={t`Trailer`}>
          <a
            href={campaign.trailerLink}
            target="_blank"
            rel="noopener noreferrer"
            className="break-all"
          >
            {campaign.trailerLink}
          </a>
        </FactsPart>
      ) : null}
      {campaign.hashtags.length > 0 ? (
        <FactsPart title={t`Hashtags`}>
          {campaign.hashtags.map((tag) => `#${genreName(tag.slice(1))}`).join(" ")}
        </FactsPart>
      ) : null}
      <FactsPart title={t`Content to display`}>
        <p className="whitespace-pre-line break-words">{campaign.conversionTips}</p>
      </FactsPart>
      <FactsPart title={t`Conversion Tips`}>
        <ol className="list-decimal space-y-1 pl-5">
          {conversionTips.map((tip) => (
            <li key={tip}>{tip}</li>
          ))}
        </ol>
      </FactsPart>
    </div>
  );
}

function KnownLine({ label, value }: { label: string; value: string | null }) {
  return value === null ? null : <TextLine label={label}>{value}</TextLine>;
}

/** Describes the time to a verdict; null if no click was judged today. */
export function describeVerdict(minutes: number | null): string | null {
  return minutes === null ? null : t`About ${describeWait(minutes * 60)}`;
}

/** Returns the developer's name and the year of their account, as a sentence. */
export function describeDeveloper({
  createdBy,
  standing,
}: Pick<ListedCampaign, "createdBy" | "standing">): string {
  const name = createdBy.displayName || createdBy.username;
  return t`By ${name}, here since ${standing.developerSince.slice(0, 4)}.`;
}

function describeJoinRate({ percent, genrePercent }: JoinRate): string {
  if (genrePercent === null) return `${percent}%`;
  return t`${percent ?? 0}%, median of the genre ${genrePercent}%`;
}

function FactsPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="font-semibold text-soft text-sm">{title}</h3>
      <div className="break-words">{children}</div>
    </section>
  );
}

const conversionTips = [
  t`Show the game itself in the first three seconds.`,
  t`Put the link where a thumb finds it: bio, pinned comment, first line of the description.`,
  t`Say what the player gets, not what the game is.`,
  t`Post when your viewers are online, and answer the first comments.`,
] as const;

const ReportForm = lazyPart(async () => (await import("./report-form")).ReportForm);

function ReportCampaign({ campaignId }: { campaignId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="mt-6 space-y-3">
      <Button variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t`Report this campaign`}
      </Button>
      {isOpen ? (
        <Part loading={t`Loading the form`} failure={t`The form could not be loaded.`}>
          <ReportForm campaignId={campaignId} onSent={() => setOpen(false)} />
        </Part>
      ) : null}
    </div>
  );
}
