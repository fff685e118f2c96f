import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { errorMessage, readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { draftsQuery } from "../../../queries/drafts";
import { notify } from "../../../ui/notify";
import { clearDraft } from "./draft";
import type { WizardFields } from "./wizard-fields";
import { buildCampaign } from "./wizard-payload";

const LAUNCHED = t`Campaign created successfully! Your campaign is now available for creators to join.`;

type Options = {
  draftId: string;
  feeBasisPoints: number;
  /** Stops saving the draft: a later request would bring it back. */
  stop: () => Promise<void>;
};

/** Launches the campaign of a draft, which deletes the draft. */
export function useLaunchCampaign({ draftId, feeBasisPoints, stop }: Options) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (fields: WizardFields) => {
      await stop();
      return readAnswer(
        api.campaigns.$post({ json: { ...buildCampaign(fields, feeBasisPoints), draftId } }),
      );
    },
    onSuccess: async ({ message, data }) => {
      clearDraft();
      if (data.status === "AWAITING_FUNDS" || data.status === "IN_REVIEW") notify.warning(message);
      else notify.success(message || LAUNCHED);
      await queryClient.invalidateQueries({ queryKey: ["campaigns"] });
      await queryClient.invalidateQueries({ queryKey: ["wallet"] });
      await queryClient.invalidateQueries(draftsQuery);
    },
    onError: (error) => notify.error(errorMessage(error, t`Failed to create campaign`)),
  });
}
