import { t } from "@fairclick/core/language/t";
import { createFileRoute, Link } from "@tanstack/react-router";
import { ContactForm } from "../features/public/contact-form";
import { rich } from "../language/rich";
import { contactFormQuery } from "../queries/tickets";
import { useUser } from "../session/session";
import { TextPage } from "../shell/text-page";

export const Route = createFileRoute("/contact")({
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(contactFormQuery),
  staticData: { failure: t`The form could not be loaded.` },
  component: ContactPage,
});

function ContactPage() {
  const user = useUser();
  const link = <Link to="/app/support">{t`Write from your account`}</Link>;
  return (
    <TextPage title={t`Contact`}>
      <p>
        {user
          ? rich`You are signed in. ${link}: the operators see what it is about, and you read the
              answer there.`
          : rich`Do you have an account? ${link}: the operators see what it is about, and you read the
              answer there.`}
      </p>
      <ContactForm />
    </TextPage>
  );
}
