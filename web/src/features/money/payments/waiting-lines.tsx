import type { WalletSummaryResponse } from "@fairclick/core/money/payment-schema";
import { Money } from "../../../ui/figure";
import { formatMoment } from "../../../ui/format/day";
import { Line } from "../../../ui/receipt";

const MOST = 4;

/** Earnings that cannot be withdrawn yet, with the time from which they can. */
export function WaitingLines({ waiting }: Pick<WalletSummaryResponse, "waiting">) {
  const last = waiting.at(-1);
  const shown = waiting.length > MOST ? waiting.slice(0, MOST - 1) : waiting;
  return (
    <>
      {shown.map(({ at, amount }) => (
        <Line key={at} label={<WaitsUntil at={at} />}>
          <Money dollars={amount} />
        </Line>
      ))}
      {last && shown.length < waiting.length ? (
        <Line label={<WaitsUntil at={last.at} prefix="The rest waits" />}>
          <Money dollars={sumAmounts(waiting.slice(shown.length))} />
        </Line>
      ) : null}
    </>
  );
}

function WaitsUntil({ at, prefix = "Waits" }: { at: string; prefix?: string }) {
  return (
    <span>
      {prefix} until <time dateTime={at}>{formatMoment(at)}</time>
    </span>
  );
}

/** Sums in whole micro-dollars, because sums of floats are inexact. */
function sumAmounts(parts: WalletSummaryResponse["waiting"]): number {
  return parts.reduce((sum, { amount }) => sum + Math.round(amount * 1e6), 0) / 1e6;
}
