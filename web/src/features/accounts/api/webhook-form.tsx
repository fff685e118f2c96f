import { t } from "@fairclick/core/language/t";
import type { WebhookEvent, WebhookResponse } from "@fairclick/core/notices/webhooks";
import { type FormEvent, useState } from "react";
import { Button } from "../../../ui/button";
import { TextField } from "../../../ui/field";
import { CheckList } from "./check-list";

type WebhookFormProps = {
  events: WebhookEvent[];
  /** The webhook that is changed; missing for a new one. */
  webhook?: WebhookResponse;
  busy: boolean;
  submit: string;
  onCancel: () => void;
  onSubmit: (input: { url: string; events: string[] }) => void;
};

export function WebhookForm({ events, webhook, busy, submit, ...form }: WebhookFormProps) {
  const [url, setUrl] = useState(webhook?.url ?? "");
  const [chosen, setChosen] = useState<string[]>(webhook?.events ?? []);
  const ready = url.trim() !== "" && chosen.length > 0 && !busy;

  function send(event: FormEvent) {
    event.preventDefault();
    if (ready) form.onSubmit({ url: url.trim(), events: chosen });
  }

  return (
    <form noValidate className="space-y-5 py-3" onSubmit={send}>
      <TextField
        label={t`Address`}
        type="url"
        value={url}
        placeholder="https://game.example/fairclick"
        maxLength={500}
        hint={t`https, with a name of the public internet`}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          onClick={() => setChosen(events.map(({ name }) => name))}
        >{t`Choose all events`}</Button>
        <Button onClick={() => setChosen([])}>{t`Choose none`}</Button>
      </div>
      <CheckList
        legend={t`Events`}
        options={events.map(({ name, description }) => ({
          value: name,
          label: name,
          detail: description,
        }))}
        chosen={chosen}
        onChange={setChosen}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" disabled={!ready}>
          {busy ? t`Saving...` : submit}
        </Button>
        <Button disabled={busy} onClick={form.onCancel}>
          {t`Cancel`}
        </Button>
      </div>
    </form>
  );
}
