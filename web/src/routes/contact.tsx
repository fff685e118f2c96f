import { createFileRoute, Link } from "@tanstack/react-router";
import { ContactForm } from "../features/public/contact-form";
import { contactFormQuery } from "../queries/tickets";
import { useUser } from "../session/session";
import { TextPage } from "../shell/text-page";

export const Route = createFileRoute("/contact")({
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(contactFormQuery),
  staticData: { failure: "The form could not be loaded." },
  component: ContactPage,
});

function ContactPage() {
  const user = useUser();
  return (
    <TextPage title="Contact">
      <p>
        {user ? "You are signed in. " : "Do you have an account? "}
        <Link to="/app/support">Write from your account</Link>: the operators see what it is about,
        and you read the answer there.
      </p>
      <ContactForm />
    </TextPage>
  );
}
