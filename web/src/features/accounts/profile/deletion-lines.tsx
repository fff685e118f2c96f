import type { DeletionResponse } from "@fairclick/core/accounts/account";
import { plural, t } from "@fairclick/core/language/t";
import { refundBankDays } from "@fairclick/core/money/refunds";
import { exactDollars } from "../../../ui/format/exact-dollars";
import { describeSource } from "../../../ui/format/refund-source";
import { Line, Lines } from "../../../ui/receipt";

/** What goes back to which card, now and later, and what waits. */
export function DeletionLines({ plan }: { plan: DeletionResponse }) {
  const { refunds, campaigns, later, owed, openDeposits, givesUp } = plan;
  return (
    <>
      {refunds.length > 0 || later > 0 || owed > 0 ? (
        <Lines>
          {refunds.map((source) => (
            <Line key={source._id} label={describeSource(source)}>
              {exactDollars(source.refundable)}
            </Line>
          ))}
          {later > 0 ? (
            <Line label={t`To your cards later, at most`}>{exactDollars(later)}</Line>
          ) : null}
          {owed > 0 ? (
            <Line label={t`Kept for a payment that was reversed`}>{exactDollars(owed)}</Line>
          ) : null}
        </Lines>
      ) : null}
      <ul className="list-disc space-y-1 pl-5 text-sm text-soft">
        {refunds.length > 0 ? (
          <li>
            {t`Banks show money that goes back after ${refundBankDays()}. If a bank does not take it, only our support can send it again.`}
          </li>
        ) : null}
        {campaigns > 0 ? (
          <li>
            {plural(
              campaigns,
              "Your campaign ends now. Earlier clicks are still judged and paid; then the rest of the budget goes back to the cards that paid it.",
              "Your # campaigns end now. Earlier clicks are still judged and paid; then the rest of the budget goes back to the cards that paid it.",
            )}
          </li>
        ) : null}
        {openDeposits > 0 ? (
          <li>{t`A payment is open. If you pay it, the money goes back to how you paid.`}</li>
        ) : null}
        {givesUp.disputes > 0 ? (
          <li>{t`A payment is disputed. Money that the dispute returns is not sent to you.`}</li>
        ) : null}
        <li>{t`Amounts under a cent are not paid out.`}</li>
      </ul>
    </>
  );
}
