import { t } from "@fairclick/core/language/t";
import { createFileRoute } from "@tanstack/react-router";
import { ProfilePage, type ProfileView } from "../../../accounts/profile";
import { PayoutsCard } from "../../../money/payouts-card";
import { profileQuery, sessionsQuery } from "../../../queries/account";
import { mailSettingsQuery } from "../../../queries/notices";
import { useViewChange } from "../../../ui/use-view-change";

export const Route = createFileRoute("/app/_signed-in/profile")({
  validateSearch: (search): ProfileView => ({
    ...(typeof search.google === "string" ? { google: search.google } : {}),
    ...(search.dialog === "delete" ? { dialog: "delete" } : {}),
  }),
  loader: async ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(sessionsQuery);
    void queryClient.prefetchQuery(mailSettingsQuery);
    await queryClient.ensureQueryData(profileQuery);
  },
  staticData: { failure: t`Your profile could not be loaded.` },
  component: Profile,
});

function Profile() {
  const view = Route.useSearch();
  const navigate = Route.useNavigate();
  const change = useViewChange({ view, dialog: "dialog", navigate });
  return (
    <ProfilePage
      view={view}
      onChange={change}
      payouts={(profile) => <PayoutsCard profile={profile} />}
    />
  );
}
