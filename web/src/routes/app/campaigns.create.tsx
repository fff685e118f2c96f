import { createFileRoute } from "@tanstack/react-router";
import { CampaignWizard } from "../../features/campaigns/wizard/campaign-wizard";
import type { Step } from "../../features/campaigns/wizard/wizard-fields";

export const Route = createFileRoute("/app/campaigns/create")({
  validateSearch: (search): { step?: Step } => {
    return search.step === 2 || search.step === 3 ? { step: search.step } : {};
  },
  component: CreateCampaignPage,
});

function CreateCampaignPage() {
  const { step = 1 } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CampaignWizard
      step={step}
      onStep={(next) => void navigate({ search: next === 1 ? {} : { step: next } })}
    />
  );
}
