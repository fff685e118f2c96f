import { t } from "@fairclick/core/language/t";
import { type TicketInput, ticketInputSchema } from "@fairclick/core/operations/tickets-schema";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useForm } from "react-hook-form";
import { errorMessage, readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { ticketsQuery } from "../../../queries/tickets";
import { Button } from "../../../ui/button";
import { FieldError } from "../../../ui/field";
import { notify } from "../../../ui/notify";
import { TicketFields } from "../../../ui/ticket-fields";

/** Opens a ticket, then shows it. */
export function NewTicket() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const send = useMutation({
    mutationFn: (json: TicketInput) => readAnswer(api.tickets.$post({ json })),
    onSuccess: async ({ message, data }) => {
      notify.success(message);
      await queryClient.invalidateQueries(ticketsQuery);
      await navigate({ to: "/app/support/$ticketId", params: { ticketId: data._id } });
    },
  });
  const { register, handleSubmit, formState } = useForm<TicketInput>({
    resolver: zodResolver(ticketInputSchema),
    defaultValues: { category: "account", subject: "", text: "" },
  });
  const { category, subject, text } = formState.errors;
  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={handleSubmit((message) => send.mutate(message))}
    >
      <TicketFields
        category={register("category")}
        subject={register("subject")}
        text={register("text")}
        errors={{ category: category?.message, subject: subject?.message, text: text?.message }}
      />
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
