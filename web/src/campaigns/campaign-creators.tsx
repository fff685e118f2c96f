import { describeChannel, type VerifiedChannel } from "@fairclick/core/accounts/channels";
import { describeWanted } from "@fairclick/core/accounts/creator-content";
import type { CampaignResponse, ListedLink } from "@fairclick/core/campaigns/campaign";
import { MAX_REQUEST_TEXT } from "@fairclick/core/campaigns/join-rule";
import type { JoinRequestResponse } from "@fairclick/core/campaigns/joining";
import { t } from "@fairclick/core/language/t";
import { useSuspenseQuery } from "@tanstack/react-query";
import { BadgeCheck } from "lucide-react";
import { useState } from "react";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { campaignLinksQuery, joinRequestsQuery } from "../queries/campaigns";
import { Button } from "../ui/button";
import { useApiChange } from "../ui/change";
import { Switch } from "../ui/fields";
import { Count, Money } from "../ui/figures";
import { formatMoment, validShare } from "../ui/format";
import { JudgedUpTo, oldestMoment } from "../ui/judged-up-to";
import { Empty, Part } from "../ui/layout";
import { TextForm } from "../ui/text-form";

/** The creators of a campaign: requests to join, and the links of those who joined. */
export function CampaignCreators({ campaign }: { campaign: CampaignResponse }) {
  const { _id: id, whoMayJoin } = campaign;
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
        </Part>
      </section>
    </>
  );
}

/** The creators of a campaign with their clicks and a switch for each link. */
function LinksTable({ campaignId }: { campaignId: string }) {
  const { data: links } = useSuspenseQuery(campaignLinksQuery(campaignId));
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
  const change = useApiChange(
    (disabled: boolean) =>
      readAnswer(
        api.campaigns[":id"].links[":userId"].$patch({
          param: { id: campaignId, userId: link.userId },
          json: { disabled },
        }),
      ),
    {
      failure: t`Failed to change the link`,
      refresh: [campaignLinksQuery(campaignId).queryKey],
    },
  );
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

/** The mark of a verified creator, with the channels that the creator has proved. */
function VerifiedChannels({ channels }: { channels: readonly VerifiedChannel[] }) {
  if (channels.length === 0) return null;
  return (
    <span className="flex flex-wrap items-center gap-x-2 font-normal text-sm">
      <span className="flex items-center gap-1">
        <BadgeCheck aria-hidden="true" className="size-4" />
        {t`Verified:`}
      </span>
      {channels.map((channel) => (
        <a
          key={channel.url}
          href={channel.url}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="break-all"
        >
          {describeChannel(channel)}
        </a>
      ))}
    </span>
  );
}

/** Creators who want to join a campaign, oldest request first. */
function JoinRequests({ campaignId }: { campaignId: string }) {
  const { data: requests } = useSuspenseQuery(joinRequestsQuery(campaignId));
  if (requests.length === 0) {
    return (
      <Empty title={t`No request waits.`}>{t`Requests appear here when creators send them.`}</Empty>
    );
  }
  return (
    <ul className="divide-y-2 divide-dashed divide-rule">
      {requests.map((request) => (
        <RequestItem key={request.userId} campaignId={campaignId} request={request} />
      ))}
    </ul>
  );
}

type RequestItemProps = { campaignId: string; request: JoinRequestResponse };

function RequestItem({ campaignId, request }: RequestItemProps) {
  const { userId, username, channels, content, message, requestedAt } = request;
  const [refusing, setRefusing] = useState(false);
  const { accept, refuse } = useAnswers(campaignId, userId);
  const isBusy = accept.isPending || refuse.isPending;
  const makes = describeWanted(content);
  return (
    <li className="space-y-2 py-4">
      <p className="break-words font-semibold">{username}</p>
      <VerifiedChannels channels={channels} />
      {makes === null ? null : (
        <p className="text-sm text-soft">{t`Says in the profile: ${makes}`}</p>
      )}
      <p className="whitespace-pre-line break-words">{message}</p>
      <p className="text-sm text-soft">{formatMoment(requestedAt)}</p>
      {refusing ? (
        <TextForm
          label={t`Why you refuse ${username}`}
          hint={t`The creator reads this.`}
          rows={2}
          maxLength={MAX_REQUEST_TEXT}
          autoFocus
          send={t`Send refusal`}
          isSending={isBusy}
          onSend={refuse.mutate}
        >
          <Button disabled={isBusy} onClick={() => setRefusing(false)}>
            {t`Cancel`}
          </Button>
        </TextForm>
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button
            variant="primary"
            disabled={isBusy}
            aria-label={t`Accept ${username}`}
            onClick={() => accept.mutate()}
          >
            {accept.isPending ? t`Accepting...` : t`Accept`}
          </Button>
          <Button
            disabled={isBusy}
            aria-label={t`Refuse ${username}`}
            onClick={() => setRefusing(true)}
          >
            {t`Refuse`}
          </Button>
        </div>
      )}
    </li>
  );
}

function useAnswers(campaignId: string, userId: string) {
  const param = { id: campaignId, userId };
  const routes = api.campaigns[":id"]["join-requests"][":userId"];
  const refresh = [["campaigns"]];
  return {
    accept: useApiChange(() => readAnswer(routes.accept.$post({ param })), {
      failure: t`Failed to accept this request`,
      refresh,
    }),
    refuse: useApiChange(
      (reason: string) => readAnswer(routes.refuse.$post({ param, json: { reason } })),
      { failure: t`Failed to refuse this request`, refresh },
    ),
  };
}
