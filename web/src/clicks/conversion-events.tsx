import type { CampaignConversionsResponse } from "@fairclick/core/conversions/conversions";
import { JOINED } from "@fairclick/core/conversions/report";
import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { describeFailure, errorMessage, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { rich } from "../language/rich";
import { campaignConversionsQuery } from "../queries/clicks";
import { Button } from "../ui/button";
import { useApiChange } from "../ui/change";
import { TextField } from "../ui/fields";
import { Count, Mark, Money } from "../ui/figures";
import { formatTime } from "../ui/format";
import { Card } from "../ui/layout";
import { notify } from "../ui/notify";

type EventsCardProps = { campaignId: string; data: CampaignConversionsResponse };

/** Events that the game reports, with their counts. One of them is the conversion. */
export function EventsCard({ campaignId, data }: EventsCardProps) {
  const save = useApiChange(
    (json: { own: string[]; conversion: string }) =>
      readAnswer(api.campaigns[":id"].events.$put({ param: { id: campaignId }, json })),
    { refresh: [campaignConversionsQuery(campaignId).queryKey] },
  );
  const { ownEvents: own, conversion } = data;

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
      <NameForm
        label={t`Another event`}
        placeholder="purchase"
        add={t`Add event`}
        isSaving={save.isPending}
        error={describeFailure(save.error, t`The events could not be saved.`)}
        onAdd={(name, onSuccess) => save.mutate({ own: [...own, name], conversion }, { onSuccess })}
      />
    </Card>
  );
}

type NameFormProps = {
  label: string;
  placeholder: string;
  add: string;
  isSaving: boolean;
  error: string | undefined;
  onAdd: (name: string, onSuccess: () => void) => void;
};

/** Adds something by its name. The field is empty again once it is stored. */
export function NameForm({ label, placeholder, add, isSaving, error, onAdd }: NameFormProps) {
  const [name, setName] = useState("");
  return (
    <form
      className="mt-auto flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onAdd(name.trim(), () => setName(""));
      }}
    >
      <div className="min-w-48 flex-1">
        <TextField
          label={label}
          value={name}
          placeholder={placeholder}
          maxLength={60}
          autoComplete="off"
          error={error}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <Button type="submit" disabled={isSaving || name.trim() === ""}>
        {add}
      </Button>
    </form>
  );
}

type EventRowProps = {
  count: CampaignConversionsResponse["events"][number];
  isConversion: boolean;
  canConvert: boolean;
  disabled: boolean;
  onConvert: () => void;
  onRemove: (() => void) | null;
};

function EventRow(props: EventRowProps) {
  const { count, isConversion, canConvert, disabled, onConvert, onRemove } = props;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-rule border-b-2 border-dashed pb-2">
      <code className="min-w-0 flex-1 basis-20 break-words">{count.event}</code>
      <span>
        <Count of={count.conversions} />
        {count.value > 0 ? (
          <>
            {", "}
            <Money dollars={count.value} />
          </>
        ) : null}
      </span>
      {isConversion ? <Mark tone="valid">{t`CONVERSION`}</Mark> : null}
      <span className="ml-auto flex empty:hidden">
        {canConvert && !isConversion ? (
          <Button
            variant="quiet"
            disabled={disabled}
            aria-label={t`Make it the conversion: ${count.event}`}
            onClick={onConvert}
          >
            {t`Make it the conversion`}
          </Button>
        ) : null}
        {onRemove ? (
          <Button
            variant="quiet"
            disabled={disabled}
            aria-label={t`Remove the event ${count.event}`}
            onClick={onRemove}
          >
            <X aria-hidden="true" className="size-4" />
          </Button>
        ) : null}
      </span>
    </li>
  );
}

type TestEventProps = {
  latest: CampaignConversionsResponse["latest"];
  event: string;
  token: string | null;
};

/** Sends a test event with the new key, and shows the last event received from any source. */
export function TestEvent({ latest, event, token }: TestEventProps) {
  const queryClient = useQueryClient();
  const send = useMutation({
    mutationFn: (key: string) =>
      readAnswer(
        api.conversions.$post(
          { json: { clickId: "test", event } },
          { headers: { authorization: `Bearer ${key}` } },
        ),
      ),
    onError: (error) => notify.error(errorMessage(error, t`The test event was not accepted.`)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["campaigns", "conversions"] }),
  });
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 border-rule border-t-2 border-dashed pt-4">
      {token ? (
        <Button disabled={send.isPending} onClick={() => send.mutate(token)}>
          {t`Send a test event`}
        </Button>
      ) : (
        <p className="text-soft text-sm">
          {rich`To try it, send the click id ${<code>test</code>} from your server, or create a key and send a test from here.`}
        </p>
      )}
      <p aria-live="polite" className="font-semibold">
        {latest ? describe(latest) : t`Nothing received yet.`}
      </p>
    </div>
  );
}

function describe({ event, at, test, key }: NonNullable<TestEventProps["latest"]>): string {
  const time = formatTime(at, new Date());
  if (key === null) {
    return test ? t`Received: test of ${event}, ${time}` : t`Received: ${event}, ${time}`;
  }
  return test
    ? t`Received: test of ${event} with ${key}, ${time}`
    : t`Received: ${event} with ${key}, ${time}`;
}
