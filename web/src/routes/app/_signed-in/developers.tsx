import { t } from "@fairclick/core/language/t";
import { createFileRoute } from "@tanstack/react-router";
import { DevelopersPage } from "../../../features/accounts/developers/developers-page";
import { profileQuery } from "../../../queries/account";
import { keysQuery, webhooksQuery } from "../../../queries/developers";

export const Route = createFileRoute("/app/_signed-in/developers")({
  loader: async ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(keysQuery);
    void queryClient.prefetchQuery(webhooksQuery);
    await queryClient.ensureQueryData(profileQuery);
  },
  staticData: { failure: t`Your profile could not be loaded.` },
  component: DevelopersPage,
});
