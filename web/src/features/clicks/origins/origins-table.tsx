import type { BreakdownResponse } from "@fairclick/core/clicks/stats";
import { t } from "@fairclick/core/language/t";
import type { InsightScope } from "../../../queries/conversions";
import { Count, Money } from "../../../ui/figure";
import { mergeUnknown } from "./merge-unknown";
import { originName } from "./origin-names";

type Counts = BreakdownResponse["rest"];
type OriginsTableProps = { breakdown: BreakdownResponse; of: InsightScope["of"] };

const moneyNames = { campaign: t`Paid`, link: t`Earned` } as const;

/** Clicks and money by origin. The last row sums all others. */
export function OriginsTable({ breakdown, of }: OriginsTableProps) {
  const { dimension } = breakdown;
  if (breakdown.items.length === 0)
    return <p className="text-soft">{t`No judged clicks in this period.`}</p>;
  const { items, rest } = mergeUnknown(breakdown);
  if (items.length === 0) return <p className="text-soft">{notKnown[dimension]}</p>;
  const money = moneyNames[of];
  return (
    <table className="ledger">
      <caption className="sr-only">{captions[dimension]}</caption>
      <thead>
        <tr>
          <th>{t`From`}</th>
          {[t`Clicks`, t`Valid`, t`Invalid`, money].map((name) => (
            <th key={name} className="text-right">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map(({ value, ...counts }) => (
          <OriginRow
            key={value}
            name={originName(dimension, value)}
            counts={counts}
            money={money}
          />
        ))}
        {countClicks(rest) > 0 ? (
          <OriginRow name={t`All others`} counts={rest} money={money} />
        ) : null}
      </tbody>
    </table>
  );
}

function OriginRow({ name, counts, money }: { name: string; counts: Counts; money: string }) {
  return (
    <tr>
      <th scope="row" className="break-words font-semibold max-sm:col-span-2">
        {name}
      </th>
      <td data-label={t`Clicks`} className="text-right">
        <Count of={countClicks(counts)} />
      </td>
      <td data-label={t`Valid`} className="text-right">
        <Count of={counts.valid} />
      </td>
      <td data-label={t`Invalid`} className="text-right">
        <Count of={counts.invalid} />
      </td>
      <td data-label={money} className="text-right">
        <Money dollars={counts.spend} />
      </td>
    </tr>
  );
}

function countClicks({ valid, invalid, held, unpaid }: Counts): number {
  return valid + invalid + held + unpaid;
}

const captions: Record<BreakdownResponse["dimension"], string> = {
  country: t`Judged clicks by country`,
  device: t`Judged clicks by device`,
  browser: t`Judged clicks by browser`,
  referrer: t`Judged clicks by referrer`,
};

const notKnown: Record<BreakdownResponse["dimension"], string> = {
  country: t`The countries of these clicks are not known.`,
  device: t`The devices of these clicks are not known.`,
  browser: t`The browsers of these clicks are not known.`,
  referrer: t`The sites of these clicks are not known.`,
};
