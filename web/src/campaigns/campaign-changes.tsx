import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import type {
  addBudgetSchema,
  changePriceSchema,
  editCampaignSchema,
} from "@fairclick/core/campaigns/campaign-input";
import type { CampaignStatsResponse } from "@fairclick/core/clicks/stats";
import { t } from "@fairclick/core/language/t";
import type { z } from "zod";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { useApiChange } from "../ui/change";

export type CampaignEdit = z.input<typeof editCampaignSchema>;

/**
 * Changes to a campaign. Each one refreshes campaigns and wallet. Forms show why `edit`, `addBudget` and
 * `changePrice` failed; the others say it in a toast.
 */
export function useCampaignChanges(id: string) {
  const param = { id };
  const routes = api.campaigns[":id"];
  const changed = { refresh: [["campaigns"], ["wallet"]] };
  const changedOr = (failure: string) => ({ ...changed, failure });
  return {
    edit: useApiChange((json: CampaignEdit) => readAnswer(routes.$patch({ param, json })), changed),
    setActive: useApiChange(
      (isActive: boolean) => readAnswer(routes.$patch({ param, json: { isActive } })),
      changedOr(t`Failed to change campaign`),
    ),
    fund: useApiChange(
      () => readAnswer(routes.fund.$post({ param })),
      changedOr(t`Failed to fund campaign`),
    ),
    addBudget: useApiChange(
      (json: z.input<typeof addBudgetSchema>) => readAnswer(routes.budget.$post({ param, json })),
      changed,
    ),
    end: useApiChange(
      () => readAnswer(routes.end.$post({ param })),
      changedOr(t`Failed to end campaign`),
    ),
    changePrice: useApiChange(
      (json: z.input<typeof changePriceSchema>) => readAnswer(routes.price.$post({ param, json })),
      changed,
    ),
    withdrawPrice: useApiChange(
      () => readAnswer(routes.price.$delete({ param })),
      changedOr(t`Failed to withdraw the price`),
    ),
  };
}

export type CampaignProps = { campaign: CampaignResponse };
export type StoppableProps = CampaignProps & { stopped: CampaignStatsResponse["stopped"] };
