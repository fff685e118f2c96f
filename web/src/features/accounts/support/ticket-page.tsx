import { t } from "@fairclick/core/language/t";
import { ticketReplySchema } from "@fairclick/core/operations/tickets-schema";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useForm } from "react-hook-form";
import { errorMessage, readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { rich } from "../../../language/rich";
import { ticketQuery, ticketsQuery } from "../../../queries/tickets";
import { useLoadedQuery } from "../../../queries/use-loaded-query";
import { Button } from "../../../ui/button";
import { FieldError, TextArea } from "../../../ui/field";
import { formatMoment } from "../../../ui/format/day";
import { PageHeading } from "../../../ui/page-heading";
import { Receipt } from "../../../ui/receipt";

/** The messages of one ticket, and a field to reply unless it is closed. */
export function TicketPage({ ticketId }: { ticketId: string }) {
  const { data: ticket } = useLoadedQuery(ticketQuery(ticketId));
  return (
    <>
      <PageHeading title={ticket.subject} lead={<Link to="/app/support">{t`All messages`}</Link>} />
      <Receipt className="max-w-prose">
        <ol className="space-y-6">
          {ticket.messages.map(({ fromOperator, text, at }) => (
            <li key={at}>
              <p className="text-sm text-soft">
                <span className="font-semibold">{fromOperator ? t`Operator` : t`You`}</span> ·{" "}
                {formatMoment(at)}
              </p>
              <p className="whitespace-pre-line break-words">{text}</p>
            </li>
          ))}
        </ol>
        <div className="mt-6 border-rule border-t-2 border-dashed pt-5">
          {ticket.state === "closed" ? (
            <p>
              {rich`This ticket is closed.
                ${<Link to="/app/support">{t`Write a new message`}</Link>} if something is left.`}
            </p>
          ) : (
            <Reply ticketId={ticketId} />
          )}
        </div>
      </Receipt>
    </>
  );
}

function Reply({ ticketId }: { ticketId: string }) {
  const queryClient = useQueryClient();
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(ticketReplySchema),
    defaultValues: { text: "" },
  });
  const send = useMutation({
    mutationFn: (json: { text: string }) =>
      readAnswer(api.tickets[":id"].replies.$post({ param: { id: ticketId }, json })),
    onSuccess: ({ data }) => {
      queryClient.setQueryData(ticketQuery(ticketId).queryKey, data);
      void queryClient.invalidateQueries(ticketsQuery);
      reset();
    },
  });
  return (
    <form noValidate className="space-y-4" onSubmit={handleSubmit((reply) => send.mutate(reply))}>
      <TextArea
        label={t`Reply`}
        rows={4}
        error={formState.errors.text?.message}
        {...register("text")}
      />
      <FieldError
        message={
          send.error ? errorMessage(send.error, t`Your reply could not be sent.`) : undefined
        }
      />
      <Button type="submit" variant="primary" disabled={send.isPending}>
        {send.isPending ? t`Sending...` : t`Send Reply`}
      </Button>
    </form>
  );
}
