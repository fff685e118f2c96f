import { plural, t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ownCampaignsQuery } from "../../../queries/own-campaigns";
import { ButtonLink } from "../../../ui/button";
import { JudgedUpTo } from "../../../ui/clicks/judged-up-to";
import { Empty } from "../../../ui/notices";
import { Spinner } from "../../../ui/spinner";
import { OwnCampaignCard } from "../own-campaign-card";

export function CampaignAnalytics() {
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
