import { t } from "@fairclick/core/language/t";
import { createFileRoute } from "@tanstack/react-router";
import { ApiPage } from "../../../accounts/api-page";
import { profileQuery } from "../../../queries/account";
import { keysQuery, webhooksQuery } from "../../../queries/api-access";

export const Route = createFileRoute("/app/_signed-in/api")({
  loader: async ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(keysQuery);
    void queryClient.prefetchQuery(webhooksQuery);
    await queryClient.ensureQueryData(profileQuery);
  },
  staticData: { failure: t`Your profile could not be loaded.` },
  component: ApiPage,
});
