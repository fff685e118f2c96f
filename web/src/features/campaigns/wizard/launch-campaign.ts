import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { errorMessage, readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { notify } from "../../../ui/notify";
import { clearDraft } from "./draft";
import type { WizardFields } from "./wizard-fields";
import { buildCampaign } from "./wizard-payload";

const LAUNCHED = t`Campaign created successfully! Your campaign is now available for creators to join.`;

/** Launches the campaign of the draft, which this tab then forgets. */
export function useLaunchCampaign(feeBasisPoints: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (fields: WizardFields) =>
      readAnswer(api.campaigns.$post({ json: buildCampaign(fields, feeBasisPoints) })),
    onSuccess: async ({ message, data }) => {
      clearDraft();
      if (data.status === "AWAITING_FUNDS" || data.status === "IN_REVIEW") notify.warning(message);
      else notify.success(message || LAUNCHED);
      await queryClient.invalidateQueries({ queryKey: ["campaigns"] });
      await queryClient.invalidateQueries({ queryKey: ["wallet"] });
    },
    onError: (error) => notify.error(errorMessage(error, t`Failed to create campaign`)),
  });
}
