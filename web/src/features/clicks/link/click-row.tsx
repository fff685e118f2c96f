import { t } from "@fairclick/core/language/t";
import type { ReactNode } from "react";
import { Stamp } from "../../../ui/clicks/stamp";
import { Money } from "../../../ui/figure";
import { formatTime } from "../../../ui/format/day";
import { ClickAppeal } from "./click-appeal";
import { Countdown } from "./countdown";
import type { ShownClick } from "./shown-clicks";

type ClickRowProps = { campaignId: string; click: ShownClick };

/** One click: time, verdict and payment. Opens if the verdict has a reason. */
export function ClickRow({ campaignId, click }: ClickRowProps) {
  const { category } = click;
  return (
    <li className="py-2.5">
      {category === null ? (
        <Line click={click}>
          {click.dueAt === null ? null : <Countdown until={click.dueAt} />}
          {click.verdict === "valid" ? <Money dollars={click.paid} /> : null}
          <Stamp verdict={click.verdict} />
        </Line>
      ) : (
        <details className="group">
          <summary className="list-none rounded-md [&::-webkit-details-marker]:hidden">
            <Line click={click}>
              {click.verdict === "valid" ? <Money dollars={click.paid} /> : null}
              <Stamp verdict={click.verdict} reason={category} />
              <span aria-hidden="true" className="inline-block group-open:rotate-90">
                ›
              </span>
            </Line>
          </summary>
          <div className="mt-2 space-y-3 border-rule border-l-2 pl-4 sm:ml-20">
            <p>{click.rule ?? t`This rule is no longer in force.`}</p>
            <ClickAppeal campaignId={campaignId} click={click} />
          </div>
        </details>
      )}
    </li>
  );
}

function Line({ click, children }: { click: ShownClick; children: ReactNode }) {
  return (
    <span className="flex flex-wrap items-start gap-x-4 gap-y-1">
      <time dateTime={click.clickedAt} className="py-0.5 font-figures text-sm tabular-nums">
        {formatTime(click.clickedAt, new Date())}
      </time>
      <span className="ml-auto flex min-w-0 items-center justify-end gap-x-3">{children}</span>
    </span>
  );
}
