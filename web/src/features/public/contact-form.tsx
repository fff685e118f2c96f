import { t } from "@fairclick/core/language/t";
import { type ContactInput, contactInputSchema } from "@fairclick/core/operations/tickets-schema";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { errorMessage, readAnswer } from "../../api/answer";
import { api } from "../../api/client";
import { contactFormQuery } from "../../queries/tickets";
import { useLoadedQuery } from "../../queries/use-loaded-query";
import { Button } from "../../ui/button";
import { FieldError, TextField } from "../../ui/field";
import { TicketFields } from "../../ui/ticket-fields";

/** Writes to the operators without an account. */
export function ContactForm() {
  const { data: form } = useLoadedQuery(contactFormQuery);
  const send = useMutation({
    mutationFn: (json: ContactInput) => readAnswer(api.contact.$post({ json })),
  });
  const { register, handleSubmit, formState } = useForm<ContactInput>({
    resolver: zodResolver(contactInputSchema),
    defaultValues: {
      ...{ email: "", category: "other", subject: "", text: "" },
      ...{ website: "", token: form.token },
    },
  });
  const { email, category, subject, text } = formState.errors;
  if (send.isSuccess) return <p role="status">{send.data.message}</p>;
  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={handleSubmit((message) => send.mutate(message))}
    >
      <TextField
        label={t`Your email address`}
        type="email"
        autoComplete="email"
        hint={
          form.mail
            ? t`Only for the answer. No mail is sent before somebody has read your message.`
            : t`This server sends no mail: somebody writes to you from another address.`
        }
        error={email?.message}
        {...register("email")}
      />
      <TicketFields
        category={{ ...register("category"), defaultValue: "other" }}
        subject={register("subject")}
        text={register("text")}
        errors={{ category: category?.message, subject: subject?.message, text: text?.message }}
      />
      <div className="absolute -left-[9999px]" aria-hidden="true">
        <label>
          {t`Website`}
          <input tabIndex={-1} autoComplete="off" {...register("website")} />
        </label>
      </div>
      <FieldError
        message={
          send.error ? errorMessage(send.error, t`Your message could not be sent.`) : undefined
        }
      />
      <Button type="submit" variant="primary" disabled={send.isPending}>
        {send.isPending ? t`Sending...` : t`Send Message`}
      </Button>
    </form>
  );
}
