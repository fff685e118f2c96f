import { createFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import { OpenDraft } from "../../campaigns/drafts";
import type { Step } from "../../campaigns/wizard-fields-more";
import { loadSession } from "../../session/session";
import { PageSpinner } from "../../ui/layout";

type CreateSearch = { step?: Step; copy?: string };

export const Route = createFileRoute("/app/campaigns/create")({
  validateSearch: ({ step, copy }): CreateSearch => ({
    ...(step === 2 || step === 3 ? { step } : {}),
    ...(typeof copy === "string" ? { copy } : {}),
  }),
  beforeLoad: async ({ context }) => ({ user: await loadSession(context.queryClient) }),
  pendingComponent: PageSpinner,
  component: CreateCampaignPage,
});

function CreateCampaignPage() {
  const { step = 1, copy } = Route.useSearch();
  const { user } = Route.useRouteContext();
  const navigate = Route.useNavigate();
  // From the first change on, the tab's own draft is what a reload opens.
  const [origin] = useState(copy);
  return (
    <OpenDraft
      key={user?._id}
      user={user}
      copy={origin}
      step={step}
      onStep={(next) => void navigate({ search: next === 1 ? {} : { step: next } })}
      onChange={() => {
        if (copy !== undefined) {
          void navigate({ search: step === 1 ? {} : { step }, replace: true });
        }
      }}
    />
  );
}
