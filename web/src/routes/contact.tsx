import { t } from "@fairclick/core/language/t";
import { createFileRoute } from "@tanstack/react-router";
import { Contact } from "../public/contact-form";
import { contactFormQuery } from "../queries/contact";
import { TextPage } from "../shell/text-page";

export const Route = createFileRoute("/contact")({
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(contactFormQuery),
  staticData: { failure: t`The form could not be loaded.` },
  component: ContactPage,
});

function ContactPage() {
  return (
    <TextPage title={t`Contact`}>
      <Contact />
    </TextPage>
  );
}
