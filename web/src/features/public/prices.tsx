import type { PublicFigures } from "@fairclick/core/campaigns/campaign";
import { formatCount, t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { rich } from "../../language/rich";
import { MoneyTerms } from "../../policy/money-terms";
import { publicFiguresQuery } from "../../queries/public-figures";
import { ButtonLink } from "../../ui/button";
import { Count, Money } from "../../ui/figure";
import { StatStrip } from "../../ui/stat-strip";
import { CreatorExample } from "./creator-example";
import { Section } from "./section";

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
