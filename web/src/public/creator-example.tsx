import { dollarsFromMicros } from "@fairclick/core/amounts";
import type { PublicFigures } from "@fairclick/core/campaigns/campaign";
import { RECOMMENDED_RATE_DOLLARS } from "@fairclick/core/campaigns/campaign-input";
import { formatCount, t } from "@fairclick/core/language/t";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { rich } from "../language/rich";
import { MoneyTerms } from "../policy/terms";
import { ButtonLink } from "../ui/button";
import { Count, Line, Lines, Money, Receipt, StatStrip, Total } from "../ui/figures";
import { microsFromAmount } from "../ui/format";
import { Section } from "./landing";

const followPercents = [0.2, 0.5, 1, 2] as const;

/** Shows what the 10 million views of `CLAIM` would earn here, with every assumption visible. */
function CreatorExample({ figures }: { figures: PublicFigures | undefined }) {
  const [followPercent, setFollowPercent] = useState<number>(1);
  const clicks = figures?.clicks ?? null;
  const perThousand = figures?.payoutPerThousand?.median ?? RECOMMENDED_RATE_DOLLARS;
  const { earned, evenPercent, ...example } = earningsExample({
    perThousandMicros: microsFromAmount(perThousand),
    validShare: clicks && clicks.valid / clicks.judged,
    followPercent,
  });
  return (
    <div>
      <h3 className="mb-3 text-lg">{t`You are paid for clicks, not for views`}</h3>
      <Receipt>
        <p className="mb-3 font-bold">{t`Example: ${CLAIM.views / 1e6}M views of your posts`}</p>
        <FollowChoice current={followPercent} onChange={setFollowPercent} />
        <Lines className="mt-4 text-sm">
          <Line label={t`Clicks`}>
            <Count of={example.clicks} />
          </Line>
          <Line label={clicks ? t`Valid, as on open campaigns so far` : t`Valid, if all are`}>
            <Count of={example.validClicks} />
          </Line>
          <Line label={priceLabel(figures)}>
            <Money dollars={perThousand} />
          </Line>
        </Lines>
        <dl>
          <Total label={clicks ? t`You earn` : t`You earn at most`}>
            <Money dollars={earned} />
          </Total>
        </dl>
      </Receipt>
      <p className="mt-4 max-w-prose text-soft">
        {evenPercent === null
          ? ""
          : t`At this price, you earn more than the ${CLAIM.dollars} dollars above when more than ${evenPercent}% of viewers follow your link, and less when fewer do.`}{" "}
        {t`How many follow depends on you and on the game: an example is no promise.`}
      </p>
    </div>
  );
}

function priceLabel(figures: PublicFigures | undefined): string {
  return figures?.payoutPerThousand
    ? t`1,000 valid clicks, median of open campaigns`
    : t`1,000 valid clicks, recommended price`;
}

type FollowChoiceProps = { current: number; onChange: (percent: number) => void };

function FollowChoice({ current, onChange }: FollowChoiceProps) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="mb-1.5 text-sm">{t`Viewers of 100 who follow the link (an assumption)`}</legend>
      {followPercents.map((percent) => (
        <button
          key={percent}
          type="button"
          aria-pressed={percent === current}
          className="chip font-figures"
          onClick={() => onChange(percent)}
        >
          {percent}
        </button>
      ))}
    </fieldset>
  );
}

/** The payment per view with which the page compares. */
const CLAIM = { views: 10_000_000, dollars: 50 };

type Assumptions = {
  /** What 1,000 valid clicks pay. */
  perThousandMicros: bigint;
  /** Between 0 and 1; null if unknown, which counts every click as valid. */
  validShare: number | null;
  /** Percentage of viewers who follow the link. */
  followPercent: number;
};

/** Returns what the views of the claim earn when they are paid per valid click. */
export function earningsExample({ perThousandMicros, validShare, followPercent }: Assumptions) {
  const share = validShare ?? 1;
  const clicks = Math.floor((CLAIM.views * followPercent) / 100);
  const validClicks = Math.floor(clicks * share);
  const micros = (BigInt(validClicks) * perThousandMicros) / 1_000n;
  const perView = (share * Number(perThousandMicros)) / 1e9;
  return {
    clicks,
    validClicks,
    earned: dollarsFromMicros(micros - (micros % 10_000n)),
    /** The percentage of followers that earns as much as the claim; null if no click is valid. */
    evenPercent:
      perView > 0 ? Math.ceil((CLAIM.dollars / CLAIM.views / perView) * 10_000) / 100 : null,
  };
}

const CLICK_ELSEWHERE_DOLLARS = 0.08;

/** What clicks pay and cost here, from the figures of this server. */
export function Prices() {
  const { data: figures } = useQuery(publicFiguresQuery);
  return (
    <Section title={t`What it pays, and what it costs`}>
      {figures ? <Strip figures={figures} /> : null}
      <div className="mt-10 grid items-start gap-x-16 gap-y-12 md:grid-cols-2">
        <CreatorExample figures={figures} />
        <div>
          <h3 className="mb-3 text-lg">{t`You pay for valid clicks only`}</h3>
          <p className="mb-4 max-w-prose">
            <PriceComparison prices={figures?.payoutPerThousand} />
          </p>
          <MoneyTerms act="campaign" className="max-w-prose" />
          <MoneyTerms act="deposit" className="mt-1 max-w-prose" />
        </div>
      </div>
      <ButtonLink to="/campaigns" className="mt-10">
        {t`See open campaigns`}
      </ButtonLink>
    </Section>
  );
}

function PriceComparison({ prices }: { prices: PublicFigures["payoutPerThousand"] | undefined }) {
  const elsewhere = <Money dollars={1_000 * CLICK_ELSEWHERE_DOLLARS} />;
  return prices
    ? rich`1,000 clicks at $0.08 cost ${elsewhere}, bots included. Here you name the price, and
        creators choose whether it is enough: open campaigns pay
        ${<Money dollars={prices.lowest} />} to ${<Money dollars={prices.highest} />} for 1,000 valid
        clicks. Invalid clicks cost nothing.`
    : rich`1,000 clicks at $0.08 cost ${elsewhere}, bots included. Here you name the price, and
        creators choose whether it is enough. Invalid clicks cost nothing.`;
}

function Strip({ figures }: { figures: PublicFigures }) {
  const { openCampaigns, budgetLeft, clicks, paid } = figures;
  return (
    <StatStrip
      stats={[
        { label: t`Open campaigns`, value: <Count of={openCampaigns} /> },
        { label: t`Reserved for their clicks`, value: <Dollars of={budgetLeft} /> },
        {
          label: t`Clicks that were valid`,
          value: clicks ? `${Math.round((clicks.valid / clicks.judged) * 100)}%` : "–",
          note: clicks ? t`on open campaigns` : t`Too few clicks to say`,
        },
        {
          label: t`Paid to creators so far`,
          value: paid === null ? "–" : <Dollars of={paid} />,
          note: paid === null ? t`Shown from five creators on` : undefined,
        },
      ]}
    />
  );
}

function Dollars({ of }: { of: number }) {
  return <>${formatCount(of)}</>;
}

/** Open campaigns, their prices, valid clicks and what was paid. */
const publicFiguresQuery = queryOptions({
  queryKey: ["public-figures"],
  queryFn: async () => (await readAnswer(api.marketplace.$get())).data,
  staleTime: 5 * 60_000,
});
