import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { walletQuery } from "../../../queries/wallet";
import { ButtonLink } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { Money } from "../../../ui/figure";

export function WalletCard() {
  const { data } = useQuery(walletQuery);
  return (
    <Card title={t`My Wallet`}>
      <p className="mb-5">
        <span className="font-bold text-2xl">
          <Money dollars={data?.walletBalance ?? 0} />
        </span>
        <span className="block text-soft">{t`for funding campaigns`}</span>
      </p>
      <div className="mt-auto">
        <ButtonLink to="/app/payments">{t`Fund Wallet`}</ButtonLink>
      </div>
    </Card>
  );
}
