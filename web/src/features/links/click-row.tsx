import { formatTime } from "../../ui/day";
import { Money } from "../../ui/figure";
import { Stamp } from "../../ui/stamp";
import { ClickAppeal } from "./click-appeal";
import { Countdown } from "./countdown";
import type { ShownClick } from "./shown-clicks";

type ClickRowProps = { campaignId: string; click: ShownClick };

/** One click: when, its stamp, what it paid. A stamp with a reason opens it. */
export function ClickRow({ campaignId, click }: ClickRowProps) {
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 py-2.5">
      <time dateTime={click.clickedAt} className="py-0.5 font-figures text-sm tabular-nums">
        {formatTime(click.clickedAt, new Date())}
      </time>
      {click.category === null ? (
        <span className="ml-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
          {click.dueAt === null ? null : <Countdown until={click.dueAt} />}
          {click.verdict === "valid" ? <Money dollars={click.paid} /> : null}
          <Stamp verdict={click.verdict} />
        </span>
      ) : (
        <details className="group ml-auto min-w-0 max-w-full text-right open:grow">
          <summary className="inline-block max-w-full list-none rounded-md px-1 [&::-webkit-details-marker]:hidden">
            <Stamp verdict={click.verdict} reason={click.category} />
            <span aria-hidden="true" className="ml-2 inline-block group-open:rotate-90">
              ›
            </span>
          </summary>
          <div className="mt-2 space-y-3 border-rule border-l-2 pl-4 text-left">
            <p>{click.rule ?? "The rule behind this is no longer in force."}</p>
            <ClickAppeal campaignId={campaignId} click={click} />
          </div>
        </details>
      )}
    </li>
  );
}
