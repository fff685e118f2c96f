import type { ClickCounts } from "@fairclick/core/campaigns/campaign";
import { Count, Line, Lines, Money, Stamp, Total } from "./figures";
import { microsFromAmount } from "./format";

type ClickLinesProps = {
  clicks: ClickCounts;
  payoutPerClick: number;
  total: { label: string; dollars: number };
};

export function ClickLines({ clicks, payoutPerClick, total }: ClickLinesProps) {
  return (
    <div>
      <Lines>
        <Line label={<Stamp verdict="valid" />}>
          <PaidClicks clicks={clicks.valid} perClick={payoutPerClick} dollars={total.dollars} />
        </Line>
        <Line label={<Stamp verdict="invalid" />}>
          <Count of={clicks.invalid} />
        </Line>
        {clicks.held > 0 ? (
          <Line label={<Stamp verdict="held" />}>
            <Count of={clicks.held} />
          </Line>
        ) : null}
        {clicks.unpaid > 0 ? (
          <Line label={<Stamp verdict="unpaid" />}>
            <Count of={clicks.unpaid} />
          </Line>
        ) : null}
        <Line label={<Stamp verdict="pending" />}>
          <Count of={clicks.pending} />
        </Line>
      </Lines>
      <dl>
        <Total label={total.label}>
          <Money dollars={total.dollars} />
        </Total>
      </dl>
    </div>
  );
}

type PaidClicksProps = { clicks: number; perClick: number; dollars: number };

/** A number of clicks times their price; the number alone if the clicks had several prices. */
export function PaidClicks({ clicks, perClick, dollars }: PaidClicksProps) {
  const hasOnePrice = microsFromAmount(perClick) * BigInt(clicks) === microsFromAmount(dollars);
  return hasOnePrice ? (
    <>
      <Count of={clicks} /> × <Money dollars={perClick} />
    </>
  ) : (
    <Count of={clicks} />
  );
}
