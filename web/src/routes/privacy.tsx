import { t } from "@fairclick/core/language/t";
import { createFileRoute } from "@tanstack/react-router";
import { PrivacyText } from "../public/privacy";
import { privacyQuery } from "../queries/policy";
import { TextPage } from "../shell/text-page";

export const Route = createFileRoute("/privacy")({
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(privacyQuery),
  component: PrivacyPage,
});

function PrivacyPage() {
  return (
    <TextPage title={t`Privacy`}>
      <PrivacyText />
    </TextPage>
  );
}
