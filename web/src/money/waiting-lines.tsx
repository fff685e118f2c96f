import { t } from "@fairclick/core/language/t";
import type { WalletSummaryResponse } from "@fairclick/core/money/deposits";
import type { ReactNode } from "react";
import { rich } from "../language/rich";
import { Line, Money } from "../ui/figures";
import { downToCents, exactDollars, formatMoment } from "../ui/format";

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

function WaitsFor({ part: { at, reason } }: { part: Part }) {
  return <span>{at ? waitsUntil[reason](<Moment at={at} />) : waits[reason]}</span>;
}

const waitsUntil: Record<Part["reason"], (at: ReactNode) => ReactNode> = {
  new_payment: (at) => rich`Waits until ${at}, from a new card payment`,
  disputed_payment: (at) => rich`Waits until ${at}, from a disputed card payment`,
  link_review: (at) => rich`Waits until ${at}, from clicks under review`,
};

const waits: Record<Part["reason"], string> = {
  new_payment: t`Waits longer, from a new card payment`,
  disputed_payment: t`Waits until the dispute is decided, from a disputed card payment`,
  link_review: t`Waits until players come or an operator decides, from clicks under review`,
};

function TheRest({ last: { at } }: { last: Part }) {
  return (
    <span>{at ? rich`The rest waits until ${<Moment at={at} />}` : t`The rest waits longer`}</span>
  );
}

function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{formatMoment(at)}</time>;
}

/** Sums in whole micro-dollars, because sums of floats are inexact. */
function sumAmounts(parts: WalletSummaryResponse["waiting"]): number {
  return parts.reduce((sum, { amount }) => sum + Math.round(amount * 1e6), 0) / 1e6;
}

/** What can be withdrawn next and from when; null if nothing is on its way. */
export function describeNext(wallet: WalletSummaryResponse): string | null {
  const next = wallet.waiting.find(({ at }) => at !== null);
  if (next?.at) {
    return t`The next ${exactDollars(next.amount)} can be withdrawn from ${formatMoment(next.at)}.`;
  }
  if (downToCents(wallet.withdrawableBalance).cents > 0) return null;
  if (wallet.unjudgedClicks > 0) return t`Pending clicks are judged within minutes.`;
  return wallet.totalEarnings > 0 ? null : t`Nothing earned yet.`;
}
