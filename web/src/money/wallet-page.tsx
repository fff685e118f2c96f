import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { WALLET_FAILURE, walletQuery } from "../queries/money";
import { ownCampaignsQuery } from "../queries/own-campaigns";
import { useLoadedQuery } from "../queries/use-loaded-query";
import { ButtonLink } from "../ui/button";
import { Line, Lines, Money } from "../ui/figures";
import { JudgedUpTo, oldestMoment } from "../ui/judged-up-to";
import { Card, PageHeading, Part } from "../ui/layout";
import { OwedNotice } from "./owed-notice";

/** The balance that funds campaigns, and what each campaign has reserved. */
export function WalletPage() {
  return (
    <>
      <PageHeading title={t`Wallet`} lead={t`Deposited money. It funds campaigns.`}>
        <ButtonLink to="/app/payments" search={{ dialog: "add-funds" }} variant="primary">
          {t`Add Funds`}
        </ButtonLink>
      </PageHeading>
      <Part loading={t`Loading wallet`} failure={WALLET_FAILURE}>
        <Wallet />
      </Part>
    </>
  );
}

function Wallet() {
  const { data: wallet } = useLoadedQuery(walletQuery);
  return (
    <>
      <div className="grid gap-6 lg:grid-cols-2">
        <Card title={t`Balance`}>
          <p className="font-bold text-3xl">
            <Money dollars={wallet.walletBalance} />
          </p>
          <p className="mt-2 text-soft">{t`Free for funding campaigns.`}</p>
        </Card>
        <Reserved />
      </div>
      <OwedNotice owed={wallet.owed} />
    </>
  );
}

function Reserved() {
  const { data: campaigns = [] } = useQuery(ownCampaignsQuery);
  const holding = campaigns.filter((campaign) => campaign.budgetRemaining > 0);
  return (
    <Card title={t`Reserved for campaigns`}>
      {holding.length === 0 ? (
        <p className="text-soft">{t`No campaign has a reserved budget at the moment.`}</p>
      ) : (
        <>
          <Lines>
            {holding.map((campaign) => (
              <Line
                key={campaign._id}
                label={
                  <Link
                    to="/app/campaigns/$campaignId"
                    params={{ campaignId: campaign._id }}
                    className="min-w-0 break-words"
                  >
                    {campaign.name}
                  </Link>
                }
              >
                <Money dollars={campaign.budgetRemaining} />
              </Line>
            ))}
          </Lines>
          <div className="mt-2">
            <JudgedUpTo at={oldestMoment(holding)} />
          </div>
        </>
      )}
    </Card>
  );
}
