import { t } from "@fairclick/core/language/t";
import type { CampaignEarnings } from "@fairclick/core/money/earnings";
import { Link } from "@tanstack/react-router";
import { rich } from "../../../language/rich";
import { Money } from "../../../ui/figure";
import { JudgedTable, judgedColumns } from "./judged-table";

const columns = [...judgedColumns, ["pending", t`Pending`]] as const;

export function EarningsByCampaign({ campaigns }: { campaigns: CampaignEarnings[] }) {
  return (
    <section aria-labelledby="by-campaign" className="mb-8">
      <h2 id="by-campaign" className="mb-4 text-xl">
        {t`By campaign`}
      </h2>
      <JudgedTable
        of={t`Campaign`}
        columns={columns}
        rows={campaigns.map((campaign) => ({
          ...campaign,
          key: campaign._id,
          heading: (
            <>
              <Link to="/app/links/$campaignId" params={{ campaignId: campaign._id }}>
                {campaign.name}
              </Link>
              <span className="block font-normal text-sm text-soft">
                {rich`${<Money dollars={campaign.payoutPerClick} />} a valid click`}
              </span>
            </>
          ),
        }))}
      />
    </section>
  );
}
