import { createFileRoute } from "@tanstack/react-router";
import { LinkPage } from "../../../features/clicks/link/link-page";

export const Route = createFileRoute("/app/_signed-in/links/$campaignId")({
  validateSearch: (search): { by?: "hour" } => (search.by === "hour" ? { by: "hour" } : {}),
  component: OwnLinkPage,
});

function OwnLinkPage() {
  const { campaignId } = Route.useParams();
  const { by = "day" } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <LinkPage
      campaignId={campaignId}
      step={by}
      onStep={(step) =>
        void navigate({
          search: step === "hour" ? { by: "hour" } : {},
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
