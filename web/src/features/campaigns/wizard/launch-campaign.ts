import { useMutation, useQueryClient } from "@tanstack/react-query";
import { errorMessage, readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { notify } from "../../../ui/notify";
import { clearDraft } from "./draft";
import type { WizardFields } from "./wizard-fields";
import { buildCampaign } from "./wizard-payload";

const LAUNCHED =
  "Campaign created successfully! Your campaign is now available for creators to join.";

export function useLaunchCampaign() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (fields: WizardFields) =>
      readAnswer(api.campaigns.$post({ json: buildCampaign(fields) })),
    onSuccess: async ({ message, data }) => {
      clearDraft();
      if (data.status === "AWAITING_FUNDS") notify.warning(message);
      else notify.success(message || LAUNCHED);
      await queryClient.invalidateQueries({ queryKey: ["campaigns"] });
      await queryClient.invalidateQueries({ queryKey: ["wallet"] });
    },
    onError: (error) => notify.error(errorMessage(error, "Failed to create campaign")),
  });
}
