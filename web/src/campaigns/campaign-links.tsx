import type { ListedLink } from "@fairclick/core/campaigns/campaign";
import { shareLinkLaunchData } from "@fairclick/core/conversions/report";
import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { errorMessage, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { campaignLinksQuery } from "../queries/own-campaigns";
import { useLoadedQuery } from "../queries/use-loaded-query";
import { Button } from "../ui/button";
import { Switch, TextField } from "../ui/fields";
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

/** A field for each creator's Roblox share link. */
export function ShareLinks({ campaignId }: { campaignId: string }) {
  const { data: links } = useLoadedQuery(campaignLinksQuery(campaignId));
  if (links.length === 0) return null;
  return (
    <details className="mt-4">
      <summary className="min-h-11 py-2 font-semibold">{t`Roblox share links`}</summary>
      <p className="mb-3 max-w-prose text-soft">
        {t`Roblox recommends share links, which you make in its Creator Dashboard. Make one per creator and paste it here: the creator's visitors are sent to it. Roblox's dashboard then shows the players of each link. Roblox fixes the launch data of a share link, so your game receives no click id from these visitors. Give each share link the launch data that stands below its field: your game then reports its players by link, with the same code, and this page shows them as reported. Clicks are judged and paid as before.`}
      </p>
      <div className="space-y-4">
        {links.map((link) => (
          <ShareLinkForm
            key={`${link.userId} ${link.shareLink}`}
            campaignId={campaignId}
            link={link}
          />
        ))}
      </div>
    </details>
  );
}

type ShareLinkFormProps = { campaignId: string; link: ListedLink };

/** An empty field removes the link. */
function ShareLinkForm({ campaignId, link }: ShareLinkFormProps) {
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: (text: string) =>
      readAnswer(
        api.campaigns[":id"].links[":userId"]["share-link"].$put({
          param: { id: campaignId, userId: link.userId },
          json: { shareLink: text.trim() || null },
        }),
      ),
    onSuccess: ({ message }) => notify.success(message),
    onSettled: () => queryClient.invalidateQueries(campaignLinksQuery(campaignId)),
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    save.mutate(String(new FormData(event.currentTarget).get("shareLink") ?? ""));
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 grow">
        <TextField
          label={t`Share link for ${link.username}`}
          name="shareLink"
          type="url"
          placeholder="https://www.roblox.com/share?code=…"
          defaultValue={link.shareLink ?? ""}
          hint={t`Launch data: ${shareLinkLaunchData(link.code)}`}
          error={
            save.isError ? errorMessage(save.error, t`The share link was not saved`) : undefined
          }
        />
      </div>
      <Button type="submit" disabled={save.isPending}>
        {t`Save`}
      </Button>
    </form>
  );
}
