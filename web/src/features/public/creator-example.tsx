import type { PublicFigures } from "@fairclick/core/campaigns/campaign";
import { RECOMMENDED_RATE_DOLLARS } from "@fairclick/core/campaigns/campaign-input";
import { t } from "@fairclick/core/language/t";
import { useState } from "react";
import { Count, Money } from "../../ui/figure";
import { microsFromAmount } from "../../ui/format/exact-dollars";
import { Line, Lines, Receipt, Total } from "../../ui/receipt";
import { CLAIM, earningsExample } from "./earnings-example";

const followPercents = [0.2, 0.5, 1, 2] as const;

/** Shows what the 10 million views of `CLAIM` would earn here, with every assumption visible. */
export function CreatorExample({ figures }: { figures: PublicFigures | undefined }) {
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
