import { contactCategories, contactCategoryNames } from "@fairclick/core/contact-categories";
import { t } from "@fairclick/core/language/t";
import type { ContactInput } from "@fairclick/core/operations/contact";
import { useMutation, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { describeFailure, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { contactFormQuery, privacyQuery } from "../queries/accounts";
import { useUser } from "../session/session";
import { TextPage } from "../shell/frame";
import { Button } from "../ui/button";
import { Field, FieldError, TextArea, TextField, WebsiteTrap } from "../ui/fields";
import { Failure } from "../ui/layout";
import { useForm } from "../ui/use-form";

export function ContactPage() {
  return (
    <TextPage title={t`Contact`}>
      <Contact />
    </TextPage>
  );
}

/** Writes to the operator, or says how to reach the operator of a server that cannot mail messages. */
function Contact() {
  const { token } = useSuspenseQuery(contactFormQuery).data;
  if (token === null) return <OperatorDetails />;
  return (
    <>
      <p>{t`Write to the people who run this marketplace. They answer by mail. Never send a password.`}</p>
      <ContactForm token={token} />
    </>
  );
}

function OperatorDetails() {
  const { data: privacy, isError, refetch } = useQuery(privacyQuery);
  if (isError && !privacy) {
    return (
      <Failure
        message={t`This server's details could not be loaded.`}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!privacy) return null;
  const { name, address, contact } = privacy.controller;
  const details = [name, address, contact].filter(Boolean).join(", ");
  return (
    <p className="break-words">
      {details === ""
        ? t`This server sends no messages, and the people who run it have not entered how to reach them yet.`
        : t`This server sends no messages. You reach the people who run it here: ${details}`}
    </p>
  );
}

function ContactForm({ token }: { token: string }) {
  const user = useUser();
  const send = useMutation({
    mutationFn: (json: ContactInput) => readAnswer(api.contact.$post({ json })),
  });
  const form = useForm("contact", {
    ...{ email: user?.email ?? "", category: "other", subject: "", text: "" },
    ...{ website: "", token },
  } satisfies ContactInput as ContactInput);
  const { error: _error, ...select } = form.field("category");
  if (send.isSuccess) return <p role="status">{send.data.message}</p>;
  return (
    <form {...form.bind((message) => send.mutate(message))} className="space-y-5">
      <TextField
        label={t`Your email address`}
        type="email"
        autoComplete="email"
        hint={t`Only for the answer. No mail is sent before somebody has read your message.`}
        {...form.field("email")}
      />
      <Field label={t`What is it about?`} error={form.errors.category}>
        {(control) => (
          <select {...control} {...select}>
            {contactCategories.map((name) => (
              <option key={name} value={name}>
                {contactCategoryNames[name]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField label={t`Subject`} autoComplete="off" {...form.field("subject")} />
      <TextArea label={t`Message`} rows={6} {...form.field("text")} />
      <WebsiteTrap {...form.field("website")} />
      <FieldError message={describeFailure(send.error, t`Your message could not be sent.`)} />
      <Button type="submit" variant="primary" disabled={send.isPending}>
        {send.isPending ? t`Sending...` : t`Send Message`}
      </Button>
    </form>
  );
}
