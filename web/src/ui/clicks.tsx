import type { ClickCounts } from "@fairclick/core/campaigns/campaign";
import { Count, Line, Lines, Money, Total } from "./figures";
import { PaidClicks } from "./paid-clicks";
import { Stamp } from "./stamp";

type ClickLinesProps = {
  clicks: ClickCounts;
  payoutPerClick: number;
  total: { label: string; dollars: number };
};

/** Clicks by verdict, and the amount of the valid ones. */
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
