import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { errorMessage, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { ownJoinRequestsQuery } from "../queries/join-requests";
import { Button } from "../ui/button";
import { notify } from "../ui/notify";

const RequestDialog = lazy(async () => ({
  default: (await import("./request-dialog")).RequestDialog,
}));

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
      {open ? (
        <Suspense fallback={null}>
          <RequestDialog campaign={campaign} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function useWithdraw(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => readAnswer(api.campaigns[":id"]["join-request"].$delete({ param: { id } })),
    onSuccess: ({ message }) => notify.success(message),
    onError: (error) => notify.error(errorMessage(error, t`Failed to withdraw the request`)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ownJoinRequestsQuery.queryKey }),
  });
}
