import type { CampaignConversionsResponse } from "@fairclick/core/conversions/conversions";
import { JOINED } from "@fairclick/core/conversions/report";
import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { errorMessage, readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { campaignConversionsQuery } from "../../../queries/conversions";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { TextField } from "../../../ui/field";
import { notify } from "../../../ui/notify";
import { EventRow } from "./event-row";

type EventsCardProps = { campaignId: string; data: CampaignConversionsResponse };

/** Events that the game reports, with their counts. One of them is the conversion. */
export function EventsCard({ campaignId, data }: EventsCardProps) {
  const queryClient = useQueryClient();
  const [name, setName] = useState("");
  const save = useMutation({
    mutationFn: (json: { own: string[]; conversion: string }) =>
      readAnswer(api.campaigns[":id"].events.$put({ param: { id: campaignId }, json })),
    onSuccess: ({ message }) => {
      setName("");
      notify.success(message);
      return queryClient.invalidateQueries(campaignConversionsQuery(campaignId));
    },
  });
  const { ownEvents: own, conversion } = data;

  function add(event: FormEvent) {
    event.preventDefault();
    save.mutate({ own: [...own, name.trim()], conversion });
  }

  function remove(gone: string) {
    const left = own.filter((each) => each !== gone);
    save.mutate({ own: left, conversion: conversion === gone ? JOINED : conversion });
  }

  return (
    <Card title={t`Events`}>
      <ul className="mb-4 space-y-2">
        {data.events.map((count) => (
          <EventRow
            key={count.event}
            count={count}
            isConversion={count.event === conversion}
            canConvert={count.event === JOINED || own.includes(count.event)}
            disabled={save.isPending}
            onConvert={() => save.mutate({ own, conversion: count.event })}
            onRemove={own.includes(count.event) ? () => remove(count.event) : null}
          />
        ))}
      </ul>
      <form onSubmit={add} className="mt-auto flex flex-wrap items-end gap-3">
        <div className="min-w-48 flex-1">
          <TextField
            label={t`Another event`}
            value={name}
            placeholder="purchase"
            autoComplete="off"
            error={
              save.isError ? errorMessage(save.error, t`The events could not be saved.`) : undefined
            }
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        <Button type="submit" disabled={save.isPending || name.trim() === ""}>
          {t`Add event`}
        </Button>
      </form>
    </Card>
  );
}
