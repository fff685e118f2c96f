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

export type CampaignEdit = z.input<typeof editCampaignSchema>;

/**
 * Changes to a campaign. Each one refreshes campaigns and wallet. Forms show why `edit`, `addBudget` and
 * `changePrice` failed; the others say it in a toast.
 */
export function useCampaignChanges(id: string) {
  const queryClient = useQueryClient();
  const param = { id };
  const changed = {
    onSuccess: ({ message }: { message: string }) => notify.success(message),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ["campaigns"] }),
        queryClient.invalidateQueries({ queryKey: ["wallet"] }),
      ]),
  };
  const changedOr = (failure: string) => ({
    ...changed,
    onError: (error: Error) => notify.error(errorMessage(error, failure)),
  });
  const edit = useMutation({
    mutationFn: (json: CampaignEdit) => readAnswer(api.campaigns[":id"].$patch({ param, json })),
    ...changed,
  });
  const setActive = useMutation({
    mutationFn: (isActive: boolean) =>
      readAnswer(api.campaigns[":id"].$patch({ param, json: { isActive } })),
    ...changedOr(t`Failed to change campaign`),
  });
  const fund = useMutation({
    mutationFn: () => readAnswer(api.campaigns[":id"].fund.$post({ param })),
    ...changedOr(t`Failed to fund campaign`),
  });
  const addBudget = useMutation({
    mutationFn: (json: z.input<typeof addBudgetSchema>) =>
      readAnswer(api.campaigns[":id"].budget.$post({ param, json })),
    ...changed,
  });
  const end = useMutation({
    mutationFn: () => readAnswer(api.campaigns[":id"].end.$post({ param })),
    ...changedOr(t`Failed to end campaign`),
  });
  const changePrice = useMutation({
    mutationFn: (json: z.input<typeof changePriceSchema>) =>
      readAnswer(api.campaigns[":id"].price.$post({ param, json })),
    ...changed,
  });
  const withdrawPrice = useMutation({
    mutationFn: () => readAnswer(api.campaigns[":id"].price.$delete({ param })),
    ...changedOr(t`Failed to withdraw the price`),
  });
  return { edit, setActive, fund, addBudget, end, changePrice, withdrawPrice };
}
