import type {
  addBudgetSchema,
  changePriceSchema,
  editCampaignSchema,
} from "@fairclick/core/campaigns/campaign-input";
import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { errorMessage, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { notify } from "../ui/notify";

/** Changes to a campaign. Each one refreshes campaigns and wallet. */
export function useCampaignChanges(id: string) {
  const queryClient = useQueryClient();
  const param = { id };
  const changed = (failure: string) => ({
    onSuccess: ({ message }: { message: string }) => notify.success(message),
    onError: (error: Error) => notify.error(errorMessage(error, failure)),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ["campaigns"] }),
        queryClient.invalidateQueries({ queryKey: ["wallet"] }),
      ]),
  });
  const edit = useMutation({
    mutationFn: (json: z.input<typeof editCampaignSchema>) =>
      readAnswer(api.campaigns[":id"].$patch({ param, json })),
    ...changed(t`Failed to change campaign`),
  });
  const fund = useMutation({
    mutationFn: () => readAnswer(api.campaigns[":id"].fund.$post({ param })),
    ...changed(t`Failed to fund campaign`),
  });
  const addBudget = useMutation({
    mutationFn: (json: z.input<typeof addBudgetSchema>) =>
      readAnswer(api.campaigns[":id"].budget.$post({ param, json })),
    ...changed(t`Failed to add to the budget`),
  });
  const end = useMutation({
    mutationFn: () => readAnswer(api.campaigns[":id"].end.$post({ param })),
    ...changed(t`Failed to end campaign`),
  });
  const changePrice = useMutation({
    mutationFn: (json: z.input<typeof changePriceSchema>) =>
      readAnswer(api.campaigns[":id"].price.$post({ param, json })),
    ...changed(t`Failed to change the price`),
  });
  const withdrawPrice = useMutation({
    mutationFn: () => readAnswer(api.campaigns[":id"].price.$delete({ param })),
    ...changed(t`Failed to withdraw the price`),
  });
  return { edit, fund, addBudget, end, changePrice, withdrawPrice };
}
