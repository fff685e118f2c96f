import { dollarsFromMicros } from "@fairclick/core/amounts";
import { CLICKS_PER_RATE } from "@fairclick/core/campaigns/campaign-input";
import { t } from "@fairclick/core/language/t";
import { Link } from "@tanstack/react-router";
import { rich } from "../../../language/rich";
import { Count, Money } from "../../../ui/figure";
import { microsFromAmount } from "../../../ui/format/exact-dollars";
import { Line, Lines, Total } from "../../../ui/receipt";

type BudgetReceiptProps = {
  payoutMicros: bigint;
  /** The platform's fee per valid click. */
  feeMicros: bigint;
  budgetMicros: bigint;
  /** Null without a signed-in user. */
  walletDollars: number | null;
};

/** What the budget buys, compared with the wallet. Amounts are zero while they are not valid. */
export function BudgetReceipt(props: BudgetReceiptProps) {
  const { payoutMicros, feeMicros, budgetMicros, walletDollars } = props;
  const costMicros = payoutMicros + feeMicros;
  const clicks = costMicros > 0n ? budgetMicros / costMicros : 0n;
  const missing = walletDollars === null ? 0n : budgetMicros - microsFromAmount(walletDollars);
  const addFunds = (
    <Link to="/app/payments" search={{ dialog: "add-funds" }}>
      {t`add funds`}
    </Link>
  );
  return (
    <div className="border-2 border-rule p-4">
      <Lines>
        <Line label={t`One valid click`}>
          <Money dollars={dollarsFromMicros(payoutMicros)} />
        </Line>
        {feeMicros > 0n ? (
          <>
            <Line label={t`Fairclick's fee per valid click`}>
              <Money dollars={dollarsFromMicros(feeMicros)} />
            </Line>
            <Line label={t`1,000 valid clicks with the fee`}>
              <Money dollars={dollarsFromMicros(costMicros * CLICKS_PER_RATE)} />
            </Line>
            <Line label={t`Fees in the budget`}>
              <Money dollars={dollarsFromMicros(clicks * feeMicros)} />
            </Line>
          </>
        ) : null}
        <Line label={t`Clicks in the budget`}>
          <Count of={Number(clicks)} />
        </Line>
        {walletDollars === null ? null : (
          <Line label={t`In your wallet`}>
            <Money dollars={walletDollars} />
          </Line>
        )}
      </Lines>
      <dl>
        <Total label={t`Budget`}>
          <Money dollars={dollarsFromMicros(budgetMicros)} />
        </Total>
      </dl>
      {missing > 0n ? (
        <p className="mt-3 border-held border-t-2 border-dashed pt-3 text-sm">
          {rich`Your wallet lacks ${<Money dollars={dollarsFromMicros(missing)} />}. The campaign is saved and waits until you ${addFunds}; this draft is kept.`}
        </p>
      ) : (
        <p className="mt-3 text-sm text-soft">
          {t`The budget is reserved when you deploy. Whatever valid clicks do not use is returned to your wallet.`}
        </p>
      )}
    </div>
  );
}
