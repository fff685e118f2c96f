import { describeWanted } from "@fairclick/core/accounts/creator-content";
import { MAX_REQUEST_TEXT } from "@fairclick/core/campaigns/join-rule";
import type { JoinRequestResponse } from "@fairclick/core/campaigns/joining";
import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { errorMessage, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { joinRequestsQuery } from "../queries/join-requests";
import { useLoadedQuery } from "../queries/use-loaded-query";
import { Button } from "../ui/button";
import { TextArea } from "../ui/fields";
import { formatMoment } from "../ui/format";
import { Empty } from "../ui/layout";
import { notify } from "../ui/notify";
import { VerifiedChannels } from "../ui/verified-channels";

/** Creators who want to join a campaign, oldest request first. */
export function JoinRequests({ campaignId }: { campaignId: string }) {
  const { data: requests } = useLoadedQuery(joinRequestsQuery(campaignId));
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
        <RefuseForm
          username={username}
          isBusy={isBusy}
          onRefuse={(reason) => refuse.mutate(reason)}
          onCancel={() => setRefusing(false)}
        />
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

type RefuseFormProps = {
  username: string;
  isBusy: boolean;
  onRefuse: (reason: string) => void;
  onCancel: () => void;
};

function RefuseForm({ username, isBusy, onRefuse, onCancel }: RefuseFormProps) {
  const [reason, setReason] = useState("");

  function submit(event: FormEvent) {
    event.preventDefault();
    onRefuse(reason);
  }

  return (
    <form noValidate className="space-y-3" onSubmit={submit}>
      <TextArea
        label={t`Why you refuse ${username}`}
        hint={t`The creator reads this.`}
        rows={2}
        maxLength={MAX_REQUEST_TEXT}
        autoFocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={isBusy || reason.trim() === ""}>
          {isBusy ? t`Refusing...` : t`Send refusal`}
        </Button>
        <Button disabled={isBusy} onClick={onCancel}>
          {t`Cancel`}
        </Button>
      </div>
    </form>
  );
}

function useAnswers(campaignId: string, userId: string) {
  const queryClient = useQueryClient();
  const param = { id: campaignId, userId };
  const routes = api.campaigns[":id"]["join-requests"][":userId"];
  const changed = (failure: string) => ({
    onSuccess: ({ message }: { message: string }) => notify.success(message),
    onError: (error: Error) => notify.error(errorMessage(error, failure)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["campaigns"] }),
  });
  const accept = useMutation({
    mutationFn: () => readAnswer(routes.accept.$post({ param })),
    ...changed(t`Failed to accept this request`),
  });
  const refuse = useMutation({
    mutationFn: (reason: string) => readAnswer(routes.refuse.$post({ param, json: { reason } })),
    ...changed(t`Failed to refuse this request`),
  });
  return { accept, refuse };
}
