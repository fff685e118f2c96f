import { describeWanted } from "@fairclick/core/accounts/creator-content";
import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { MAX_REQUEST_TEXT } from "@fairclick/core/campaigns/join-rule";
import { describeJoinRule } from "@fairclick/core/campaigns/joining";
import { describePaysFor } from "@fairclick/core/campaigns/pays-for";
import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { ownJoinRequestsQuery } from "../queries/campaigns";
import { Button } from "../ui/button";
import { useApiChange } from "../ui/change";
import { Dialog } from "../ui/dialog";
import { TextForm } from "../ui/text-form";

type RequestJoinProps = { campaign: CampaignResponse; describedBy?: string };

/** In place of the button to join: sends a request, or shows what became of it. */
export function RequestJoin({ campaign, describedBy }: RequestJoinProps) {
  const { data: requests = [] } = useQuery(ownJoinRequestsQuery);
  const [open, setOpen] = useState(false);
  const own = requests.find(({ campaignId }) => campaignId === campaign._id);
  const withdraw = useWithdraw(campaign._id);
  if (own?.state === "refused") {
    return (
      <p className="break-words text-sm">{t`Your request was refused: ${own.answer ?? ""}`}</p>
    );
  }
  if (own?.state === "open") {
    return (
      <Button
        aria-describedby={describedBy}
        disabled={withdraw.isPending}
        onClick={() => withdraw.mutate()}
      >
        {withdraw.isPending ? t`Withdrawing...` : t`Withdraw request`}
      </Button>
    );
  }
  return (
    <>
      <Button variant="primary" aria-describedby={describedBy} onClick={() => setOpen(true)}>
        {t`Request to join`}
      </Button>
      {open ? <RequestDialog campaign={campaign} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function useWithdraw(id: string) {
  return useApiChange(
    () => readAnswer(api.campaigns[":id"]["join-request"].$delete({ param: { id } })),
    { failure: t`Failed to withdraw the request`, refresh: [ownJoinRequestsQuery.queryKey] },
  );
}

type RequestDialogProps = { campaign: CampaignResponse; onClose: () => void };

function RequestDialog({ campaign, onClose }: RequestDialogProps) {
  const param = { id: campaign._id };
  const send = useApiChange(
    (message: string) =>
      readAnswer(api.campaigns[":id"]["join-request"].$post({ param, json: { message } })),
    {
      failure: t`Failed to send the request`,
      refresh: [ownJoinRequestsQuery.queryKey],
      onSuccess: onClose,
    },
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Request to Join`}
      description={t`The developer of ${campaign.name} sees your name, your verified channels, what your profile says you make, and this message.`}
    >
      <JoinTerms campaign={campaign} />
      <TextForm
        label={t`Message`}
        rows={4}
        maxLength={MAX_REQUEST_TEXT}
        hint={t`At most ${MAX_REQUEST_TEXT} characters.`}
        send={t`Send Request`}
        variant="primary"
        isSending={send.isPending}
        onSend={send.mutate}
      />
    </Dialog>
  );
}

/** What differs from a campaign that accepts everybody and pays for every valid click. */
export function JoinTerms({ campaign }: { campaign: CampaignResponse }) {
  const { paysFor } = campaign;
  const wanted = describeWanted(campaign.wanted);
  const rule = describeJoinRule(campaign.whoMayJoin);
  return (
    <div className="mt-3 text-soft text-sm">
      {wanted === null ? null : <p>{t`Wants creators of: ${wanted}`}</p>}
      {rule === null ? null : <p>{rule}</p>}
      {paysFor === "players" ? <p>{describePaysFor(paysFor).meaning}</p> : null}
    </div>
  );
}
