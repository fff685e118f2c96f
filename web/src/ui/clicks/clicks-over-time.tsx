import type { SeriesStep } from "@fairclick/core/clicks/stats-series-schema";
import type { ReactNode } from "react";
import { Card } from "../card";
import { Part } from "../part";

const steps: { step: SeriesStep; label: string }[] = [
  { step: "day", label: "Days" },
  { step: "hour", label: "Hours" },
];

type ClicksOverTimeProps = {
  step: SeriesStep;
  onStep: (step: SeriesStep) => void;
  /** The figure, which may suspend. */
  children: ReactNode;
  aside?: ReactNode;
};

/** A card with clicks over time and buttons to choose the step. */
export function ClicksOverTime({ step, onStep, children, aside }: ClicksOverTimeProps) {
  return (
    <Card title="Clicks over time">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div className="flex gap-2">
          {steps.map((each) => (
            <button
              key={each.step}
              type="button"
              className="chip"
              aria-pressed={each.step === step}
              onClick={() => onStep(each.step)}
            >
              {each.label}
            </button>
          ))}
        </div>
        {aside}
      </div>
      <Part
        key={step}
        loading="Loading clicks"
        failure="The clicks over time could not be loaded."
        className="h-64"
      >
        {children}
      </Part>
    </Card>
  );
}
