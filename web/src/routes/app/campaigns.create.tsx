import { createFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import { OpenDraft } from "../../campaigns/campaign-wizard";
import type { Step } from "../../campaigns/draft";
import { loadSession } from "../../session/session";
import { PageSpinner } from "../../ui/layout";

type CreateSearch = { step?: Step; copy?: string; draft?: string };

export const Route = createFileRoute("/app/campaigns/create")({
  validateSearch: ({ step, copy, draft }): CreateSearch => ({
    ...(step === 2 || step === 3 ? { step } : {}),
    ...(typeof copy === "string" ? { copy } : {}),
    ...(typeof draft === "string" ? { draft } : {}),
  }),
  beforeLoad: async ({ context }) => ({ user: await loadSession(context.queryClient) }),
  pendingComponent: PageSpinner,
  component: CreateCampaignPage,
});

function CreateCampaignPage() {
  const { step = 1, copy, draft } = Route.useSearch();
  const { user } = Route.useRouteContext();
  const navigate = Route.useNavigate();
  // From the first change on, the tab's own draft is what a reload opens.
  const [origin] = useState(copy);
  return (
    <OpenDraft
      key={user?._id}
      user={user}
      copy={origin}
      claim={draft}
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
