import type { ListedLink } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { errorMessage, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { campaignLinksQuery } from "../queries/own-campaigns";
import { useLoadedQuery } from "../queries/use-loaded-query";
import { Switch } from "../ui/fields";
import { Count, Money } from "../ui/figures";
import { validShare } from "../ui/format";
import { JudgedUpTo, oldestMoment } from "../ui/judged-up-to";
import { Empty } from "../ui/layout";
import { notify } from "../ui/notify";
import { VerifiedChannels } from "../ui/verified-channels";

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

type LinkRowProps = { campaignId: string; link: ListedLink };

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

type LinkSwitchProps = { campaignId: string; link: ListedLink };

/** Lets a developer enable or disable a link, unless an operator has disabled it. */
function LinkSwitch({ campaignId, link }: LinkSwitchProps) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (disabled: boolean) =>
      readAnswer(
        api.campaigns[":id"].links[":userId"].$patch({
          param: { id: campaignId, userId: link.userId },
          json: { disabled },
        }),
      ),
    onSuccess: ({ message }) => notify.success(message),
    onError: (error) => notify.error(errorMessage(error, t`Failed to change the link`)),
    onSettled: () => queryClient.invalidateQueries(campaignLinksQuery(campaignId)),
  });
  const disabled = change.isPending ? change.variables : link.disabled;
  return (
    <Switch
      label={t`Link of ${link.username}`}
      checked={!disabled}
      disabled={change.isPending || link.disabledBy === "operator"}
      onChange={(on) => change.mutate(!on)}
    />
  );
}
