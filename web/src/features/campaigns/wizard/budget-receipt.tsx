import { dollarsFromMicros } from "@fairclick/core/money/micros";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { walletQuery } from "../../../queries/wallet";
import { useUser } from "../../../session/session";
import { Money } from "../../../ui/figure";
import { microsFromAmount } from "../../../ui/format/exact-dollars";
import { Line, Lines, Total } from "../../../ui/receipt";
import type { Payout } from "./payout";

/** The budget that results from the rate, compared with the wallet. */
export function BudgetReceipt({ payout }: { payout: Payout | null }) {
  const { payoutMicros = 0n, budgetMicros = 0n } = payout ?? {};
  const user = useUser();
  const { data: wallet } = useQuery({ ...walletQuery, enabled: user !== null });
  const missing = wallet ? budgetMicros - microsFromAmount(wallet.walletBalance) : 0n;
  return (
    <div className="border-2 border-rule p-4">
      <Lines>
        <Line label="One valid click">
          <Money dollars={dollarsFromMicros(payoutMicros)} />
        </Line>
        <Line label="Clicks in the budget">10,000</Line>
        {wallet ? (
          <Line label="In your wallet">
            <Money dollars={wallet.walletBalance} />
          </Line>
        ) : null}
      </Lines>
      <dl>
        <Total label="Budget">
          <Money dollars={dollarsFromMicros(budgetMicros)} />
        </Total>
      </dl>
      {missing > 0n ? (
        <p className="mt-3 border-held border-t-2 border-dashed pt-3 text-sm">
          Your wallet lacks <Money dollars={dollarsFromMicros(missing)} />. The campaign is saved
          and waits until you{" "}
          <Link to="/app/payments" search={{ dialog: "add-funds" }}>
            add funds
          </Link>
          ; this draft is kept.
        </p>
      ) : (
        <p className="mt-3 text-sm text-soft">
          The budget is reserved when you deploy. Whatever valid clicks do not use is returned to
          your wallet.
        </p>
      )}
    </div>
  );
}
