import { useQuery } from "@tanstack/react-query";
import { ButtonLink } from "../../ui/button";
import { Card } from "../../ui/card";
import { Money } from "../../ui/figure";
import { Empty, Failure } from "../../ui/notices";
import { PageHeading } from "../../ui/page-heading";
import { Line, Lines, Total } from "../../ui/receipt";
import { Spinner } from "../../ui/spinner";
import { dashboardQuery, joinedQuery } from "../campaigns/campaign-queries";
import { LinkEarnings } from "./link-earnings";

/** What a creator has earned, campaign by campaign, and why some clicks earned nothing. */
export function EarningsPage() {
  const joined = useQuery(joinedQuery);
  const { data: stats } = useQuery(dashboardQuery);
  return (
    <>
      <PageHeading title="Earnings" lead="One price per valid click, for each campaign.">
        <ButtonLink to="/app/payments">Withdraw</ButtonLink>
      </PageHeading>
      {stats ? (
        <Card title="So far" className="mb-8 max-w-form">
          <Lines>
            <Line label="Waiting to be judged or paid out">
              <Money dollars={stats.pendingPayout} />
            </Line>
          </Lines>
          <dl>
            <Total label="Total Earnings">
              <Money dollars={stats.totalEarnings} />
            </Total>
          </dl>
        </Card>
      ) : null}
      {joined.isError && !joined.data ? (
        <Failure
          message="Your earnings could not be loaded."
          onRetry={() => void joined.refetch()}
        />
      ) : null}
      {joined.isPending ? <Spinner label="Loading earnings" /> : null}
      {joined.data?.length === 0 ? (
        <Empty
          title="Nothing earned yet."
          action={
            <ButtonLink to="/app/creator-hub" variant="primary">
              Find a campaign
            </ButtonLink>
          }
        >
          Join a campaign and share its link: each valid click appears here with its price.
        </Empty>
      ) : null}
      <ul className="grid gap-6 lg:grid-cols-2">
        {joined.data?.map((campaign) => (
          <li key={campaign._id}>
            <LinkEarnings campaign={campaign} />
          </li>
        ))}
      </ul>
    </>
  );
}
