import { describeWanted } from "@fairclick/core/accounts/creator-content";
import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { genreName } from "@fairclick/core/campaigns/genres";
import { describeJoinRule } from "@fairclick/core/campaigns/joining";
import { clickRuleNames, describeClickRules } from "@fairclick/core/clicks/describe-click-rules";
import { t } from "@fairclick/core/language/t";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { rich } from "../../../language/rich";
import { UnsupportedCountry } from "../../../policy/unsupported-country";
import { usePolicyNumbers } from "../../../policy/use-policy-numbers";
import { campaignQuery } from "../../../queries/own-campaigns";
import { useLoadedQuery } from "../../../queries/use-loaded-query";
import { Cover } from "../../../ui/campaigns/cover";
import { LimitsNote } from "../../../ui/campaigns/limits-note";
import { NextPrice } from "../../../ui/campaigns/next-price";
import { statusLabels } from "../../../ui/campaigns/status-labels";
import { JudgedUpTo } from "../../../ui/clicks/judged-up-to";
import { Count, Money } from "../../../ui/figure";
import { formatDay } from "../../../ui/format/day";
import { Line, Lines } from "../../../ui/receipt";
import { AudienceShare } from "./audience-share";
import { conversionTips } from "./conversion-tips";

type JoinRate = NonNullable<CampaignResponse["joinRate"]>;

/** Everything that a creator needs to know before joining. */
export function CampaignFacts({ id }: { id: string }) {
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
      <Part title={t`Description`}>
        <p className="whitespace-pre-line break-words">{campaign.description}</p>
      </Part>
      <Part title={t`Target Audience`}>{campaign.targetAudience}</Part>
      {wanted === null ? null : (
        <Part title={t`Wanted Creators`}>
          <p>
            {rich`${wanted}. You can join if ${<Link to="/app/profile">{t`your profile`}</Link>} says so.`}
          </p>
        </Part>
      )}
      <Part title={t`Genres`}>{campaign.gameGenres.map(genreName).join(", ")}</Part>
      {campaign.trailerLink ? (
        <Part title={t`Trailer`}>
          <a
            href={campaign.trailerLink}
            target="_blank"
            rel="noopener noreferrer"
            className="break-all"
          >
            {campaign.trailerLink}
          </a>
        </Part>
      ) : null}
      {campaign.hashtags.length > 0 ? (
        <Part title={t`Hashtags`}>{campaign.hashtags.join(" ")}</Part>
      ) : null}
      <Part title={t`Content to display`}>
        <p className="whitespace-pre-line break-words">{campaign.conversionTips}</p>
      </Part>
      <Part title={t`Conversion Tips`}>
        <ol className="list-decimal space-y-1 pl-5">
          {conversionTips.map((tip) => (
            <li key={tip}>{tip}</li>
          ))}
        </ol>
      </Part>
    </div>
  );
}

function describeJoinRate({ percent, genrePercent }: JoinRate): string {
  if (genrePercent === null) return `${percent}%`;
  return t`${percent ?? 0}%, median of the genre ${genrePercent}%`;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="font-semibold text-soft text-sm">{title}</h3>
      <div className="break-words">{children}</div>
    </section>
  );
}
