import { t } from "@fairclick/core/language/t";
import type { ReactNode } from "react";
import { type Range, ranges } from "../../queries/series-window";
import { Card } from "../card";
import { Part } from "../part";

const labels: Record<Range, string> = {
  "2d": t`48 hours`,
  "7d": t`7 days`,
  "30d": t`30 days`,
  "90d": t`90 days`,
  all: t`All`,
};

type ClicksOverTimeProps = {
  range: Range;
  onRange: (range: Range) => void;
  /** The figure, which may suspend. */
  children: ReactNode;
  aside?: ReactNode;
};

/** A card with clicks over time and buttons to choose the range of time. */
export function ClicksOverTime({ range, onRange, children, aside }: ClicksOverTimeProps) {
  return (
    <Card title={t`Clicks over time`}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap gap-2">
          {ranges.map((each) => (
            <button
              key={each}
              type="button"
              className="chip"
              aria-pressed={each === range}
              onClick={() => onRange(each)}
            >
              {labels[each]}
            </button>
          ))}
        </div>
        {aside}
      </div>
      <Part
        key={range}
        loading={t`Loading clicks`}
        failure={t`The clicks over time could not be loaded.`}
        className="h-64"
      >
        {children}
      </Part>
    </Card>
  );
}
