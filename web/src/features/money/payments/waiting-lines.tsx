import type { WalletSummaryResponse } from "@fairclick/core/money/payment-schema";
import { Money } from "../../../ui/figure";
import { formatMoment } from "../../../ui/format/day";
import { Line } from "../../../ui/receipt";

const MOST = 4;

/** Earnings that cannot be withdrawn yet, with the reason and the time from which they can. */
export function WaitingLines({ waiting }: Pick<WalletSummaryResponse, "waiting">) {
  const last = waiting.at(-1);
  const shown = waiting.length > MOST ? waiting.slice(0, MOST - 1) : waiting;
  return (
    <>
      {shown.map((part) => (
        <Line key={`${part.reason} ${part.at}`} label={<WaitsFor part={part} />}>
          <Money dollars={part.amount} />
        </Line>
      ))}
      {last && shown.length < waiting.length ? (
        <Line label={<TheRest last={last} />}>
          <Money dollars={sumAmounts(waiting.slice(shown.length))} />
        </Line>
      ) : null}
    </>
  );
}

type Part = WalletSummaryResponse["waiting"][number];

const because = {
  new_payment: { end: "longer", text: "from a new card payment" },
  disputed_payment: { end: "until the dispute is decided", text: "from a disputed card payment" },
  link_review: { end: "until an operator has decided", text: "from a link under review" },
} as const satisfies Record<Part["reason"], { end: string; text: string }>;

function WaitsFor({ part: { at, reason } }: { part: Part }) {
  const { end, text } = because[reason];
  return (
    <span>
      Waits {at ? <Until at={at} /> : end}, {text}
    </span>
  );
}

function TheRest({ last: { at } }: { last: Part }) {
  return <span>The rest waits {at ? <Until at={at} /> : "longer"}</span>;
}

function Until({ at }: { at: string }) {
  return (
    <>
      until <time dateTime={at}>{formatMoment(at)}</time>
    </>
  );
}

/** Sums in whole micro-dollars, because sums of floats are inexact. */
function sumAmounts(parts: WalletSummaryResponse["waiting"]): number {
  return parts.reduce((sum, { amount }) => sum + Math.round(amount * 1e6), 0) / 1e6;
}
