import { t } from "@fairclick/core/language/t";
import type { ReactNode } from "react";
import { Section } from "./section";

export function Problems() {
  return (
    <Section title={t`What is broken`}>
      <div className="grid gap-x-16 gap-y-12 md:grid-cols-2">
        <Problem
          who={t`For developers`}
          figure="$0.08+"
          meaning={t`per click, for under 3% retention`}
        >
          {t`Payouts start at $0.08+ per click for under 3% retention. What the money bought stays in a black box: how many of those clicks were bots, nobody can show you. Here retention is measured, not promised: how many players came back on day 1 and on day 7, per campaign and per creator.`}
        </Problem>
        <Problem who={t`For creators`} figure="≈ $50" meaning={t`for 10M views`}>
          {t`10M views are worth roughly $50. Views are paid by somebody else's formula, weeks later, and no creator can check the sum.`}
        </Problem>
      </div>
    </Section>
  );
}

type ProblemProps = { who: string; figure: string; meaning: string; children: ReactNode };

function Problem({ who, figure, meaning, children }: ProblemProps) {
  return (
    <div>
      <h3 className="mb-3 text-lg">{who}</h3>
      <p className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <span className="font-bold font-figures text-3xl">{figure}</span>
        <span className="text-soft">{meaning}</span>
      </p>
      <p className="max-w-prose">{children}</p>
    </div>
  );
}
