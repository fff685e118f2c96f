import type { CampaignLinkResponse } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { errorMessage, readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { campaignLinksQuery } from "../../../queries/own-campaigns";
import { notify } from "../../../ui/notify";
import { Switch } from "../../../ui/switch";

type LinkSwitchProps = { campaignId: string; link: CampaignLinkResponse };

/** Lets a developer enable or disable a link, unless an operator has disabled it. */
export function LinkSwitch({ campaignId, link }: LinkSwitchProps) {
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
