import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { parseRobloxLink } from "@fairclick/core/campaigns/destination";
import { t } from "@fairclick/core/language/t";
import { lazy } from "react";
import { Part } from "../../../ui/part";
import { LinksTable } from "./links-table";
import { ShareLinks } from "./share-links";

const JoinRequests = lazy(async () => ({
  default: (await import("./join-requests")).JoinRequests,
}));

/** The creators of a campaign: requests to join, and the links of those who joined. */
export function CampaignCreators({ campaign }: { campaign: CampaignResponse }) {
  const { _id: id, gameUrl, whoMayJoin } = campaign;
  return (
    <>
      {whoMayJoin === "everybody" ? null : (
        <section aria-labelledby="requests" className="mb-12">
          <h2 id="requests" className="mb-4 text-xl">
            {t`Requests to join`}
          </h2>
          <Part loading={t`Loading requests`} failure={t`The requests could not be loaded.`}>
            <JoinRequests campaignId={id} />
          </Part>
        </section>
      )}
      <section aria-labelledby="links">
        <h2 id="links" className="mb-4 text-xl">
          {t`Links`}
        </h2>
        <Part loading={t`Loading links`} failure={t`The links could not be loaded.`}>
          <LinksTable campaignId={id} />
          {parseRobloxLink(gameUrl) ? <ShareLinks campaignId={id} /> : null}
        </Part>
      </section>
    </>
  );
}
