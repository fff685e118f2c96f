import type { CampaignLinkResponse } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { campaignLinksQuery } from "../../../queries/own-campaigns";
import { useLoadedQuery } from "../../../queries/use-loaded-query";
import { VerifiedChannels } from "../../../ui/campaigns/verified-channels";
import { JudgedUpTo, oldestMoment } from "../../../ui/clicks/judged-up-to";
import { Count, Money } from "../../../ui/figure";
import { Empty } from "../../../ui/notices";
import { LinkSwitch } from "./link-switch";
import { validShare } from "./valid-share";

/** The creators of a campaign with their clicks and a switch for each link. */
export function LinksTable({ campaignId }: { campaignId: string }) {
  const { data: links } = useLoadedQuery(campaignLinksQuery(campaignId));
  if (links.length === 0) {
    return (
      <Empty
        title={t`No creator has joined yet.`}
      >{t`Links appear here when creators join.`}</Empty>
    );
  }
  return (
    <>
      <table className="ledger">
        <thead>
          <tr>
            <th>{t`Creator`}</th>
            <th className="text-right">{t`Clicks`}</th>
            <th className="text-right">{t`Valid`}</th>
            <th className="text-right">{t`Paid`}</th>
            <th className="text-right">{t`Link on`}</th>
          </tr>
        </thead>
        <tbody>
          {links.map((link) => (
            <LinkRow key={link.userId} campaignId={campaignId} link={link} />
          ))}
        </tbody>
      </table>
      <div className="mt-2">
        <JudgedUpTo at={oldestMoment(links)} />
      </div>
    </>
  );
}

type LinkRowProps = { campaignId: string; link: CampaignLinkResponse };

function LinkRow({ campaignId, link }: LinkRowProps) {
  return (
    <tr>
      <th scope="row" className="break-words max-sm:-order-2 font-semibold">
        {link.username}
        <VerifiedChannels channels={link.channels} />
        {link.disabledBy === "operator" ? (
          <span className="block font-normal text-refused text-sm">{t`Disabled by Fairclick`}</span>
        ) : null}
      </th>
      <td data-label={t`Clicks`} className="text-right">
        <Count of={link.clicks.total} />
      </td>
      <td data-label={t`Valid`} className="text-right font-figures tabular-nums">
        {validShare(link.clicks)}
      </td>
      <td data-label={t`Paid`} className="text-right">
        <Money dollars={link.paid} />
      </td>
      <td className="text-right max-sm:-order-1">
        <LinkSwitch campaignId={campaignId} link={link} />
      </td>
    </tr>
  );
}
