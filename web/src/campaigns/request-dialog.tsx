import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { MAX_REQUEST_TEXT } from "@fairclick/core/campaigns/join-rule";
import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { errorMessage, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { ownJoinRequestsQuery } from "../queries/join-requests";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { TextArea } from "../ui/fields";
import { notify } from "../ui/notify";
import { JoinTerms } from "./join-terms";

type RequestDialogProps = { campaign: CampaignResponse; onClose: () => void };

/** Asks a campaign's developer to let the user join. */
export function RequestDialog({ campaign, onClose }: RequestDialogProps) {
  const queryClient = useQueryClient();
  const [message, setMessage] = useState("");
  const send = useMutation({
    mutationFn: () =>
      readAnswer(
        api.campaigns[":id"]["join-request"].$post({
          param: { id: campaign._id },
          json: { message },
        }),
      ),
    onSuccess: ({ message: said }) => {
      notify.success(said);
      onClose();
    },
    onError: (error) => notify.error(errorMessage(error, t`Failed to send the request`)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ownJoinRequestsQuery.queryKey }),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    send.mutate();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Request to Join`}
      description={t`The developer of ${campaign.name} sees your name, your verified channels, what your profile says you make, and this message.`}
    >
      <form noValidate className="space-y-5" onSubmit={submit}>
        <JoinTerms campaign={campaign} />
        <TextArea
          label={t`Message`}
          rows={4}
          maxLength={MAX_REQUEST_TEXT}
          hint={t`At most ${MAX_REQUEST_TEXT} characters.`}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
        <div className="flex justify-end">
          <Button
            type="submit"
            variant="primary"
            disabled={send.isPending || message.trim() === ""}
          >
            {send.isPending ? t`Sending...` : t`Send Request`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
