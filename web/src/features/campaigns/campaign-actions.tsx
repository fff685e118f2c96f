import type { CampaignResponse } from "@fairclick/core/schemas/campaign";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, messageOf } from "../../api/answer";
import { api } from "../../api/client";
import { Button, ButtonLink } from "../../ui/button";
import { notify } from "../../ui/notify";

/** What its developer can do with a campaign as it stands. */
export function CampaignActions({ campaign }: { campaign: CampaignResponse }) {
  const { fund, setActive } = useCampaignChanges(campaign._id);
  switch (campaign.status) {
    case "AWAITING_FUNDS":
      return (
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/app/payments">Add Funds</ButtonLink>
          <Button variant="primary" disabled={fund.isPending} onClick={() => fund.mutate()}>
            {fund.isPending ? "Funding..." : "Fund Campaign"}
          </Button>
        </div>
      );
    case "ACTIVE":
    case "SCHEDULED":
      return (
        <Button disabled={setActive.isPending} onClick={() => setActive.mutate(false)}>
          {setActive.isPending ? "Pausing..." : "Pause Campaign"}
        </Button>
      );
    case "PAUSED":
      return (
        <Button
          variant="primary"
          disabled={setActive.isPending}
          onClick={() => setActive.mutate(true)}
        >
          {setActive.isPending ? "Resuming..." : "Resume Campaign"}
        </Button>
      );
    case "EXHAUSTED":
    case "ENDED":
    case "DISABLED":
      return null;
  }
}

function useCampaignChanges(id: string) {
  const queryClient = useQueryClient();
  const onSuccess = ({ message }: { message: string }) => notify.success(message);
  const onSettled = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ["campaigns"] }),
      queryClient.invalidateQueries({ queryKey: ["wallet"] }),
    ]);
  const fund = useMutation({
    mutationFn: () => answerOf(api.campaigns[":id"].fund.$post({ param: { id } })),
    onSuccess,
    onError: (error) => notify.error(messageOf(error, "Failed to fund campaign")),
    onSettled,
  });
  const setActive = useMutation({
    mutationFn: (isActive: boolean) =>
      answerOf(api.campaigns[":id"].$patch({ param: { id }, json: { isActive } })),
    onSuccess,
    onError: (error) => notify.error(messageOf(error, "Failed to change campaign")),
    onSettled,
  });
  return { fund, setActive };
}
