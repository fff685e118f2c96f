import { describeWanted } from "@fairclick/core/accounts/creator-content";
import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { genreName } from "@fairclick/core/campaigns/genres";
import { describeJoinRule } from "@fairclick/core/campaigns/joining";
import { clickRuleNames, describeClickRules } from "@fairclick/core/clicks/describe-click-rules";
import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { rich } from "../language/rich";
import { usePolicyNumbers } from "../policy/numbers";
import { UnsupportedCountry } from "../policy/unsupported-country";
import { joinedQuery } from "../queries/campaigns";
import { campaignQuery } from "../queries/own-campaigns";
import { useLoadedQuery } from "../queries/use-loaded-query";
import { Button } from "../ui/button";
import { Cover } from "../ui/campaigns";
import { Dialog } from "../ui/dialog";
import { Count, Line, Lines, Money } from "../ui/figures";
import { formatDay } from "../ui/format";
import { JudgedUpTo } from "../ui/judged-up-to";
import { Part } from "../ui/layout";
import { LimitsNote } from "../ui/limits-note";
import { NextPrice } from "../ui/next-price";
import { statusLabels } from "../ui/status-labels";
import { AudienceShare } from "./audience-share";
import { useJoinCampaign } from "./join-campaign";
import { ReportCampaign } from "./report-campaign";
import { RequestJoin } from "./request-join";

type CampaignDetailsProps = { id: string; onClose: () => void; onViewJoined: () => void };

export function CampaignDetails({ id, onClose, onViewJoined }: CampaignDetailsProps) {
  const { data: campaign } = useQuery(campaignQuery(id));
  const creator = campaign?.createdBy;
  return (
    <Dialog
      open
      onClose={onClose}
      title={campaign?.name ?? t`Campaign`}
      description={creator ? t`by ${creator.displayName || creator.username}` : undefined}
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
  const join = useJoinCampaign();
  if (joined.some(({ _id }) => _id === campaign._id)) {
    return (
      <Button variant="primary" onClick={onViewJoined}>
        {t`View in Active Campaigns`}
      </Button>
    );
  }
  if (campaign.whoMayJoin === "approval") return <RequestJoin campaign={campaign} />;
  return (
    <Button variant="primary" disabled={join.isPending} onClick={() => join.mutate(campaign._id)}>
      {join.isPending ? t`Joining...` : t`Join Campaign`}
    </Button>
  );
}

type JoinRate = NonNullable<CampaignResponse["joinRate"]>;

/** Everything that a creator needs to know before joining. */
function CampaignFacts({ id }: { id: string }) {
  const { data: campaign } = useLoadedQuery(campaignQuery(id));
  const numbers = usePolicyNumbers();
  const rule = describeJoinRule(campaign.whoMayJoin);
  const wanted = describeWanted(campaign.wanted);
  return (
    <div className="space-y-6">
      <UnsupportedCountry />
      <Cover cover={campaign.cover} sizes="(min-width: 640px) 32rem, 90vw" />
      <Lines className="mb-2">
        <Line label={t`Status`}>{statusLabels[campaign.status]}</Line>
        <Line label={t`Per Click`}>
          <Money dollars={campaign.payoutPerClick} />
        </Line>
        {campaign.feePerClick > 0 ? (
          <Line label={t`The Developer Pays`}>
            {rich`${<Money dollars={campaign.payoutPerClick} />} to you + ${<Money dollars={campaign.feePerClick} />} fee`}
          </Line>
        ) : null}
        <Line label={t`Budget Left`}>
          <Money dollars={campaign.budgetRemaining} />
        </Line>
        <Line label={t`Total Clicks`}>
          <Count of={campaign.totalClicks} />
        </Line>
        {campaign.joinRate?.percent == null ? null : (
          <Line label={t`Clicks That Joined`}>{describeJoinRate(campaign.joinRate)}</Line>
        )}
        <Line label={t`Click Rules`}>{clickRuleNames[campaign.clickRules]}</Line>
        {rule === null ? null : <Line label={t`Who May Join`}>{rule}</Line>}
        <Line label={t`Start Date`}>{formatDay(campaign.startDate)}</Line>
        <Line label={t`End Date`}>{formatDay(campaign.endDate)}</Line>
      </Lines>
      <NextPrice campaign={campaign} />
      {campaign.joinRate?.isFarBelow ? (
        <p className="text-sm text-soft">
          {t`This game reports far fewer players than others of its genre, so its refused clicks do not count in favour of any rule. Your clicks are judged and paid as on every campaign.`}
        </p>
      ) : null}
      <AudienceShare campaign={campaign} />
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
        <FactsPart title={t`Hashtags`}>{campaign.hashtags.join(" ")}</FactsPart>
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

/** Tips for creators, shown for every campaign. */
const conversionTips = [
  t`Show the game itself in the first three seconds.`,
  t`Put the link where a thumb finds it: bio, pinned comment, first line of the description.`,
  t`Say what the player gets, not what the game is.`,
  t`Post when your viewers are online, and answer the first comments.`,
] as const;
