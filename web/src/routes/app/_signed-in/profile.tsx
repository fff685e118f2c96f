import { createFileRoute } from "@tanstack/react-router";
import { ProfilePage } from "../../../features/accounts/profile/profile-page";
import { PayoutsCard } from "../../../features/money/payments/payouts-card";
import { profileQuery, sessionsQuery } from "../../../queries/account";
import { mailSettingsQuery } from "../../../queries/notices";

type ProfileSearch = { google?: string };

export const Route = createFileRoute("/app/_signed-in/profile")({
  validateSearch: (search): ProfileSearch =>
    typeof search.google === "string" ? { google: search.google } : {},
  loader: async ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(sessionsQuery);
    void queryClient.prefetchQuery(mailSettingsQuery);
    await queryClient.ensureQueryData(profileQuery);
  },
  staticData: { failure: "Your profile could not be loaded." },
  component: Profile,
});

function Profile() {
  return (
    <ProfilePage
      google={Route.useSearch().google}
      payouts={(profile) => <PayoutsCard payouts={profile.payouts} />}
    />
  );
}
