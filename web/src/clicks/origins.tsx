import { dollarsFromMicros } from "@fairclick/core/amounts";
import { breakdownDimensions } from "@fairclick/core/clicks/category-names";
import type { BreakdownResponse } from "@fairclick/core/clicks/stats";
import { countryName } from "@fairclick/core/countries";
import { t } from "@fairclick/core/language/t";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { breakdownQuery, type InsightScope } from "../queries/clicks";
import type { Period } from "../queries/series-window";
import { Chip } from "../ui/chips";
import { Count, Money } from "../ui/figures";
import { formatDay, formatMoment, microsFromAmount } from "../ui/format";
import { Card, Part } from "../ui/layout";
import { Ledger } from "../ui/ledger";

type Dimension = BreakdownResponse["dimension"];

export const dimensionNames: Record<Dimension, string> = {
  country: t`Country`,
  device: t`Device`,
  browser: t`Browser`,
  referrer: t`Site`,
};

type OriginsProps = { scope: InsightScope; period: Period };

/** Origins of the clicks in the period of the charts: by country where that is known, else by device. */
export function ClickOrigins({ scope, period }: OriginsProps) {
  const [chosen, setChosen] = useState<Dimension>();
  const { data } = useQuery(breakdownQuery({ scope, period, dimension: "country" }));
  const isKnown = data?.items.some(({ value }) => value !== "unknown") ?? true;
  const dimension = chosen ?? (isKnown ? "country" : "device");
  return (
    <Card title={t`Where clicks came from`}>
      <div className="mb-4 flex flex-wrap gap-2">
        {breakdownDimensions.map((each) => (
          <Chip
            key={each}
            text={dimensionNames[each]}
            pressed={each === dimension}
            onPress={() => setChosen(each)}
          />
        ))}
      </div>
      <Part
        key={`${period.range} ${dimension}`}
        loading={t`Loading clicks`}
        failure={t`Where clicks came from could not be loaded.`}
      >
        <Origins scope={scope} period={period} dimension={dimension} />
      </Part>
    </Card>
  );
}

function Origins({ scope, period, dimension }: OriginsProps & { dimension: Dimension }) {
  const { data } = useSuspenseQuery(breakdownQuery({ scope, period, dimension }));
  return (
    <>
      <p className="mb-3 text-soft text-sm">{describePeriod(data, period)}</p>
      <OriginsTable breakdown={data} of={scope.of} />
    </>
  );
}

/** Days are those of the viewer's time zone. */
function describePeriod({ from, to }: BreakdownResponse, { range }: Period): string {
  if (range === "2d") return t`Judged clicks of ${formatMoment(from)} to ${formatMoment(to)}.`;
  const last = new Date(Date.parse(to) - 1).toISOString();
  const [first, end] = [formatDay(from), formatDay(last)];
  if (first === end) return t`Judged clicks of ${first}, a day of your time zone.`;
  return t`Judged clicks of ${first} to ${end}, days of your time zone.`;
}

type Counts = BreakdownResponse["rest"];
type OriginsTableProps = { breakdown: BreakdownResponse; of: InsightScope["of"] };

const moneyNames = { campaign: t`Paid`, link: t`Earned` } as const;

/** Clicks and money by origin. The last row sums all others. */
function OriginsTable({ breakdown, of }: OriginsTableProps) {
  const { dimension } = breakdown;
  if (breakdown.items.length === 0)
    return <p className="text-soft">{t`No judged clicks in this period.`}</p>;
  const { items, rest } = mergeUnknown(breakdown);
  if (items.length === 0) return <p className="text-soft">{notKnown[dimension]}</p>;
  const others = countClicks(rest) > 0 ? [{ ...rest, value: null }] : [];
  return (
    <Ledger<Counts & { value: string | null }>
      caption={captions[dimension]}
      rows={[...items, ...others]}
      rowKey={({ value }) => value ?? ""}
      head={{
        name: t`From`,
        cell: ({ value }) => (value === null ? t`All others` : originName(dimension, value)),
      }}
      figures={[
        { name: t`Clicks`, cell: (counts) => <Count of={countClicks(counts)} /> },
        { name: t`Valid`, cell: ({ valid }) => <Count of={valid} /> },
        { name: t`Invalid`, cell: ({ invalid }) => <Count of={invalid} /> },
        { name: moneyNames[of], cell: ({ spend }) => <Money dollars={spend} /> },
      ]}
    />
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

const devices: Readonly<Record<string, string>> = {
  phone: t`Phone`,
  tablet: t`Tablet`,
  desktop: t`Computer`,
  console: t`Console`,
  tv: t`TV`,
  other: t`Something else`,
};

/** Display name of an origin of clicks. Browsers and sites keep their own names. */
export function originName(dimension: Dimension, value: string): string {
  if (value === "unknown") return t`Unknown`;
  switch (dimension) {
    case "country":
      return countryName(value);
    case "device":
      return devices[value] ?? value;
    case "browser":
      return value;
    case "referrer":
      if (value === "direct") return t`Direct or unknown`;
      return value === "other" ? t`Other sites` : value;
  }
}

type Breakdown = Pick<BreakdownResponse, "items" | "rest">;

/** Adds clicks of unknown origin to the rest, so that "unknown" is not listed as an origin. */
export function mergeUnknown({ items, rest }: Breakdown): Breakdown {
  const unknown = items.find(({ value }) => value === "unknown");
  return {
    items: items.filter((item) => item !== unknown),
    rest: unknown ? add(rest, unknown) : rest,
  };
}

function add(one: Counts, other: Counts): Counts {
  return {
    valid: one.valid + other.valid,
    invalid: one.invalid + other.invalid,
    held: one.held + other.held,
    unpaid: one.unpaid + other.unpaid,
    spend: dollarsFromMicros(microsFromAmount(one.spend) + microsFromAmount(other.spend)),
  };
}
