import { plural, t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { usePolicyNumbers } from "../policy/numbers";
import { walletQuery } from "../queries/money";
import { ownCampaignsQuery } from "../queries/own-campaigns";
import { ButtonAnchor, ButtonLink } from "../ui/button";
import { Money } from "../ui/figures";
import { JudgedUpTo } from "../ui/judged-up-to";
import { Card, Empty, PageHeading, Spinner } from "../ui/layout";
import { OwnCampaignCard } from "./own-campaign-card";
import { Start } from "./start-guide";

export function DeveloperHub() {
  return (
    <>
      <PageHeading
        title={t`Developer Hub`}
        lead={t`A budget is reserved before the first click, and pays for valid clicks only.`}
      />
      <Start guide="developer" />
      <div className="grid gap-6 md:grid-cols-2">
        <WalletCard />
        <Card title={t`Create Campaign`}>
          <p className="mb-5 text-soft">{t`Three steps: the game, what a click pays, when it runs.`}</p>
          <div className="mt-auto">
            <ButtonLink to="/app/campaigns/create" variant="primary">
              {t`Create Campaign`}
            </ButtonLink>
          </div>
        </Card>
        <Card title={t`Quick Tips`}>
          <ul className="mb-5 list-disc space-y-1 pl-5">
            <li>{t`Set competitive payouts to attract top creators`}</li>
            <li>{t`Target specific creator communities`}</li>
          </ul>
          <div className="mt-auto">
            <ButtonAnchor href="/campaigns">{t`View all campaigns`}</ButtonAnchor>
          </div>
        </Card>
        <Card title={t`Bot Detection`}>
          <BotRules />
        </Card>
      </div>
      <CampaignAnalytics />
    </>
  );
}

function CampaignAnalytics() {
  const { data: campaigns = [], isPending } = useQuery(ownCampaignsQuery);
  return (
    <section aria-labelledby="analytics" className="mt-14">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="analytics" className="text-xl">
          {t`Campaign Analytics`}
        </h2>
        {campaigns.length > 1 ? (
          <Link to="/app/campaigns">
            {plural(campaigns.length, "View # campaign", "View all # campaigns")}
          </Link>
        ) : null}
      </div>
      {isPending ? <Spinner label={t`Loading campaigns`} /> : <First campaigns={campaigns} />}
    </section>
  );
}

type FirstProps = { campaigns: Parameters<typeof OwnCampaignCard>[0]["campaign"][] };

function First({ campaigns: [first] }: FirstProps) {
  if (first) {
    return (
      <div className="md:w-1/2 md:pr-3">
        <OwnCampaignCard campaign={first} />
        <div className="mt-2">
          <JudgedUpTo at={first.judgedUpTo} />
        </div>
      </div>
    );
  }
  return (
    <Empty
      title={t`You don't have any campaigns yet.`}
      action={<ButtonLink to="/app/campaigns/create">{t`Create your first campaign`}</ButtonLink>}
    >
      {t`Start one to begin tracking performance.`}
    </Empty>
  );
}

function WalletCard() {
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

/** The bot rules, with the server's numbers. */
function BotRules() {
  const { burstClicks, windowSeconds } = usePolicyNumbers();
  return (
    <ul className="list-disc space-y-2 pl-5">
      <li>
        {t`Each click's IP address and user agent are logged to filter known bots and data-centre traffic`}
      </li>
      <li>
        {t`${burstClicks} or more clicks from one IP within ${windowSeconds} seconds are flagged and invalidated`}
      </li>
      <li>{t`Proxy and VPN traffic is checked`}</li>
    </ul>
  );
}
