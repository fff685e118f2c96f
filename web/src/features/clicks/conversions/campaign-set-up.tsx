import { t } from "@fairclick/core/language/t";
import { useState } from "react";
import { campaignConversionsQuery } from "../../../queries/conversions";
import { useLoadedQuery } from "../../../queries/use-loaded-query";
import { Part } from "../../../ui/part";
import { EventsCard } from "./events-card";
import { KeysCard } from "./keys-card";
import { SetUpCard } from "./set-up-card";

/** How a campaign's game reports conversions: events, keys and code. */
export function CampaignSetUp({ campaignId }: { campaignId: string }) {
  return (
    <Part loading={t`Loading the set-up`} failure={t`The set-up could not be loaded.`}>
      <SetUp campaignId={campaignId} />
    </Part>
  );
}

function SetUp({ campaignId }: { campaignId: string }) {
  const { data } = useLoadedQuery(campaignConversionsQuery(campaignId));
  const [freshToken, setFreshToken] = useState<string | null>(null);
  return (
    <section aria-labelledby="set-up" className="grid grid-cols-1 gap-6">
      <h2 id="set-up" className="text-xl">
        {t`Set-up`}
      </h2>
      <KeysCard
        campaignId={campaignId}
        keys={data.keys}
        freshToken={freshToken}
        onFreshToken={setFreshToken}
      />
      <SetUpCard latest={data.latest} conversion={data.conversion} freshToken={freshToken} />
      <EventsCard campaignId={campaignId} data={data} />
    </section>
  );
}
