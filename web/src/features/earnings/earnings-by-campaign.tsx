import type { CampaignEarnings } from "@fairclick/core/schemas/earnings";
import { Link } from "@tanstack/react-router";
import { Count, Money } from "../../ui/figure";
import { judgedColumns } from "./judged-columns";

const columns = [...judgedColumns, ["pending", "Not judged yet"]] as const;

export function EarningsByCampaign({ campaigns }: { campaigns: CampaignEarnings[] }) {
  return (
    <section aria-labelledby="by-campaign" className="mb-8">
      <h2 id="by-campaign" className="mb-4 text-xl">
        By campaign
      </h2>
      <table className="ledger">
        <thead>
          <tr>
            <th>Campaign</th>
            {columns.map(([verdict, name]) => (
              <th key={verdict} className="text-right">
                {name}
              </th>
            ))}
            <th className="text-right">Earned</th>
          </tr>
        </thead>
        <tbody>
          {campaigns.map((campaign) => (
            <tr key={campaign._id}>
              <th scope="row" className="max-sm:col-span-2 break-words font-semibold">
                <Link to="/app/links/$campaignId" params={{ campaignId: campaign._id }}>
                  {campaign.name}
                </Link>
                <span className="block font-normal text-sm text-soft">
                  <Money dollars={campaign.payoutPerClick} /> a valid click
                </span>
              </th>
              {columns.map(([verdict, name]) => (
                <td key={verdict} data-label={name} className="text-right">
                  <Count of={campaign.clicks[verdict]} />
                </td>
              ))}
              <td data-label="Earned" className="text-right">
                <Money dollars={campaign.earned} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
