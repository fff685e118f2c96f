import type { ProfileResponse } from "@fairclick/core/accounts/account";
import { t } from "@fairclick/core/language/t";
import { describeUnsupported } from "@fairclick/core/money/payout-countries";
import { useBankCountry } from "../../../session/bank-country";
import { CountrySelect } from "../../../ui/country-select";
import { useChooseCountry } from "./choose-country";

/** The country of the user's bank, which can be chosen until a payout account exists. */
export function CountryForm({ payouts }: Pick<ProfileResponse, "payouts">) {
  const country = useBankCountry();
  const choose = useChooseCountry();
  const isFixed = payouts !== "none";
  const hint = isFixed
    ? t`Stripe cannot change the country of an existing payout account.`
    : (describeUnsupported(country) ??
      t`Stripe opens your payout account in this country. It cannot be changed afterwards.`);
  return (
    <CountrySelect
      label={t`Country of your bank`}
      hint={hint}
      value={country}
      disabled={isFixed || choose.isPending}
      onChange={(event) => choose.mutate(event.currentTarget.value)}
    />
  );
}
