import { useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, messageOf } from "../../../api/answer";
import { api } from "../../../api/client";
import { notify } from "../../../ui/notify";
import { forgetDraft } from "./draft";
import type { WizardFields } from "./wizard-fields";
import { campaignOfWizard } from "./wizard-payload";

const LAUNCHED =
  "Campaign created successfully! Your campaign is now available for creators to join.";

export function useLaunchCampaign() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (fields: WizardFields) =>
      answerOf(api.campaigns.$post({ json: campaignOfWizard(fields) })),
    onSuccess: async ({ message, data }) => {
      forgetDraft();
      if (data.status === "AWAITING_FUNDS") notify.warning(message);
      else notify.success(message || LAUNCHED);
      await queryClient.invalidateQueries({ queryKey: ["campaigns"] });
      await queryClient.invalidateQueries({ queryKey: ["wallet"] });
    },
    onError: (error) => notify.error(messageOf(error, "Failed to create campaign")),
  });
}
