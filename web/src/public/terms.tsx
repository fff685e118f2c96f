import { ADULT_AGE, MIN_AGE, TERMS_DATE, TERMS_VERSION } from "@fairclick/core/accounts/agreement";
import { t } from "@fairclick/core/language/t";
import { MoneyTerms } from "../policy/terms";
import { WithdrawalRules } from "../policy/withdrawal-rules";
import { TextPage } from "../shell/text-page";
import { formatCalendarDay } from "../ui/format";

export function TermsPage() {
  return (
    <TextPage title={t`Terms`}>
      <p className="text-soft">{t`Version ${TERMS_VERSION}, ${formatCalendarDay(TERMS_DATE)}`}</p>
      <h2>{t`What Fairclick does`}</h2>
      <p>
        {t`Developers launch campaigns with a budget and a payout per click. Creators join campaigns and share links. Fairclick judges each click and pays the creator for each valid one out of the campaign's reserved budget.`}
      </p>
      <h2>{t`Budgets`}</h2>
      <p>
        {t`A campaign's budget is reserved from the developer's wallet before it can be joined. When the campaign ends, the unspent rest returns to the wallet.`}
      </p>
      <h2>{t`Prices and fee`}</h2>
      <p>
        {t`A developer can raise the price of a click at once, and lower it 24 hours after creators were shown the new price. Each click pays the price of its time.`}
      </p>
      <MoneyTerms act="campaign" className="" />
      <h2>{t`Clicks`}</h2>
      <p>
        {t`Clicks are judged by published rules. Clicking on your own links, by hand or by machine, earns nothing, and the account can be suspended. A click that was paid by mistake or through abuse can be reversed.`}
      </p>
      <h2>{t`Payments`}</h2>
      <p>
        {t`Payments run in test mode: no real money moves. Deposits and withdrawals go through Stripe and are subject to its terms as well.`}
      </p>
      <MoneyTerms act="deposit" className="" />
      <h2>{t`Refunds`}</h2>
      <MoneyTerms act="refund" className="" />
      <h2>{t`Withdrawals`}</h2>
      <p>{t`Withdrawals are sent to the bank account that you have set up with Stripe.`}</p>
      <MoneyTerms act="withdrawal" className="" />
      <WithdrawalRules />
      <h2>{t`Accounts`}</h2>
      <p>
        {t`You have to be at least ${MIN_AGE} years old. If you are younger than ${ADULT_AGE}, you can join campaigns and earn, but money is paid out to a parent or guardian only, into an account in their name. Without one it is kept until you are ${ADULT_AGE}. One person has one account. Accounts that abuse the marketplace are suspended; they keep the money that valid clicks have earned.`}
      </p>
    </TextPage>
  );
}
