import type { ListedCampaign } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { joinedQuery } from "../queries/campaigns";
import { campaignQuery } from "../queries/own-campaigns";
import { useLoadedQuery } from "../queries/use-loaded-query";
import { useUser } from "../session/session";
import { PublicPage } from "../shell/public-page";
import { ButtonLink } from "../ui/button";
import { ShareButton } from "../ui/buttons";
import { campaignAddress } from "../ui/campaign-address";
import { Cover } from "../ui/campaigns";
import { Receipt } from "../ui/figures";
import { Empty, PageHeading, Part } from "../ui/layout";
import { statusLabels } from "../ui/status-labels";
import { CampaignStanding } from "./campaign-status-mark";
import { CampaignOffer } from "./cards";
import { JoinTerms } from "./join-terms";

/** The public page of a campaign: what it pays, and how to join it. */
export function PublicCampaign({ id }: { id: string }) {
  return (
    <PublicPage>
      <Part loading={t`Loading campaign`} failure={t`This campaign could not be loaded.`}>
        <Campaign id={id} />
      </Part>
    </PublicPage>
  );
}

function Campaign({ id }: { id: string }) {
  const { data: campaign } = useLoadedQuery(campaignQuery(id));
  // Hides the texts of campaigns that no operator has approved yet, or that were stopped.
  if (campaign.status === "IN_REVIEW" || campaign.status === "DISABLED") {
    return (
      <>
        <PageHeading title={t`Campaign`} />
        <Empty
          title={t`This campaign is not open.`}
          action={<ButtonLink to="/campaigns">{t`All campaigns`}</ButtonLink>}
        >
          {statusLabels[campaign.status]}
        </Empty>
      </>
    );
  }
  const { createdBy } = campaign;
  return (
    <>
      <PageHeading
        title={campaign.name}
        lead={t`Promote ${campaign.gameTitle} by ${createdBy.displayName || createdBy.username} and get paid per valid click.`}
      >
        <ShareButton link={campaignAddress(id)} title={campaign.name} />
      </PageHeading>
      <div className="grid items-start gap-8 md:grid-cols-2">
        <Receipt>
          <Cover cover={campaign.cover} sizes="(min-width: 768px) 32rem, 90vw" className="mb-4" />
          <CampaignStanding campaign={campaign} />
          <div className="my-4">
            <CampaignOffer campaign={campaign} />
            <JoinTerms campaign={campaign} />
          </div>
          <div className="flex flex-wrap gap-2">
            <JoinLinks campaign={campaign} />
          </div>
        </Receipt>
        <div className="min-w-0 space-y-6">
          <Text title={t`The game`}>{campaign.description}</Text>
          <Text title={t`What to show`}>{campaign.conversionTips}</Text>
          <Text title={t`Target audience`}>{campaign.targetAudience}</Text>
          {campaign.hashtags.length > 0 ? (
            <Text title={t`Hashtags`}>{campaign.hashtags.join(" ")}</Text>
          ) : null}
        </div>
      </div>
    </>
  );
}

function JoinLinks({ campaign: { _id: id, status } }: { campaign: ListedCampaign }) {
  const user = useUser();
  const { data: joined = [] } = useQuery({ ...joinedQuery, enabled: user !== null });
  if (joined.some(({ _id }) => _id === id)) {
    return (
      <ButtonLink to="/app/links/$campaignId" params={{ campaignId: id }} variant="primary">
        {t`See your link`}
      </ButtonLink>
    );
  }
  if (status !== "ACTIVE" && status !== "SCHEDULED") {
    return <p>{t`Creators cannot join now: ${statusLabels[status]}.`}</p>;
  }
  if (user) {
    return (
      <ButtonLink to="/app/creator-hub" search={{ campaign: id }} variant="primary">
        {t`Join campaign`}
      </ButtonLink>
    );
  }
  const next = `/app/creator-hub?campaign=${id}`;
  return (
    <>
      <ButtonLink to="/register" search={{ role: "creator", next }} variant="primary">
        {t`Sign up and join`}
      </ButtonLink>
      <ButtonLink to="/login" search={{ next }}>
        {t`Log In`}
      </ButtonLink>
    </>
  );
}

function Text({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-1 font-semibold text-lg">{title}</h2>
      <p className="whitespace-pre-line break-words">{children}</p>
    </section>
  );
}
