import { t } from "@fairclick/core/language/t";
import type { PayoutTermsResponse } from "@fairclick/core/money/payout-countries";
import { queryOptions } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { Line, Lines } from "../ui/figures";
import { downToCents } from "../ui/format";
import { parseCents } from "./amount-form";

export const payoutTermsQuery = queryOptions({
  queryKey: ["wallet", "payout-terms"],
  queryFn: () => readAnswer(api.stripe["payout-terms"].$get()),
});

/** The smallest withdrawal, and what arrives of the typed amount. */
export function PayoutTerms({ terms, text }: { terms: PayoutTermsResponse; text: string }) {
  const typed = parseCents(text);
  const arriving = typed.ok ? describeArriving(terms, typed.cents) : null;
  return (
    <>
      <Lines>
        <Line label={t`Smallest withdrawal`}>{downToCents(terms.minimum).text}</Line>
        {arriving ? (
          <Line label={t`Arrives at your bank`} strong>
            {arriving}
          </Line>
        ) : null}
      </Lines>
      <p className="text-sm text-soft">{terms.fee}</p>
    </>
  );
}

/** Returns for example `about €18.00`, or null if the rate is unknown. */
export function describeArriving(
  { currency, rate }: Pick<PayoutTermsResponse, "currency" | "rate">,
  cents: number,
): string | null {
  if (rate === null) return null;
  const format = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    roundingMode: "floor",
  });
  const amount = format.format((cents / 100) * rate);
  return rate === 1 ? amount : t`about ${amount}`;
}
