import { plural, t } from "@fairclick/core/language/t";
import type {
  DeliveryResponse,
  WebhookEvent,
  WebhookResponse,
} from "@fairclick/core/notices/webhooks";
import { useSuspenseInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { deliveriesQuery, webhooksQuery } from "../queries/accounts";
import { Button, MoreButton } from "../ui/button";
import { Form, TextField } from "../ui/fields";
import { Mark } from "../ui/figures";
import { formatMoment } from "../ui/format";
import { Part } from "../ui/layout";
import { CheckList, ConfirmButton, ShownOnce, useKeysChange } from "./confirm-button";

type WebhookInput = { url: string; events: string[] };

export function Webhooks() {
  const { data } = useSuspenseQuery(webhooksQuery);
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const add = useKeysChange((json: WebhookInput) => readAnswer(api.webhooks.$post({ json })));
  const finish = (made: { data: { secret: string } }) => {
    setAdding(false);
    setSecret(made.data.secret);
  };
  return (
    <>
      <p className="mb-4">{t`Fairclick sends signed events to your address.`}</p>
      {secret ? (
        <ShownOnce secret={secret} label={t`Copy secret`} copied={t`Secret copied.`} />
      ) : null}
      <ul className="mb-4 divide-y-2 divide-rule divide-dashed">
        {data.data.map((webhook) => (
          <WebhookItem
            key={webhook._id}
            webhook={webhook}
            events={data.events}
            onSecret={setSecret}
          />
        ))}
      </ul>
      {adding ? (
        <WebhookForm
          events={data.events}
          busy={add.isPending}
          submit={t`Add webhook`}
          onCancel={() => setAdding(false)}
          onSubmit={(input) => add.mutate(input, { onSuccess: finish })}
        />
      ) : (
        <Button className="self-start" onClick={() => setAdding(true)}>{t`Add a webhook`}</Button>
      )}
    </>
  );
}

type WebhookFormProps = {
  events: WebhookEvent[];
  /** The webhook that is changed; missing for a new one. */
  webhook?: WebhookResponse;
  busy: boolean;
  submit: string;
  onCancel: () => void;
  onSubmit: (input: { url: string; events: string[] }) => void;
};

function WebhookForm({ events, webhook, busy, submit, ...form }: WebhookFormProps) {
  const [url, setUrl] = useState(webhook?.url ?? "");
  const [chosen, setChosen] = useState<string[]>(webhook?.events ?? []);
  const ready = url.trim() !== "" && chosen.length > 0 && !busy;

  return (
    <Form
      className="space-y-5 py-3"
      onSubmit={() => {
        if (ready) form.onSubmit({ url: url.trim(), events: chosen });
      }}
    >
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
    </Form>
  );
}

type WebhookItemProps = {
  webhook: WebhookResponse;
  events: WebhookEvent[];
  onSecret: (secret: string) => void;
};

function WebhookItem({ webhook, events, onSecret }: WebhookItemProps) {
  const [open, setOpen] = useState<"nothing" | "form" | "deliveries">("nothing");
  const name = new URL(webhook.url).host;
  const { change, rotate, remove, isBusy } = useWebhook(webhook._id);
  const { url, events: wanted, enabled } = webhook;
  const close = () => setOpen("nothing");
  const toggle = (part: typeof open) => setOpen(open === part ? "nothing" : part);
  return (
    <li className="space-y-2 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="min-w-0 break-all font-semibold">{url}</p>
        <Mark tone={enabled ? "valid" : "invalid"}>{enabled ? t`ENABLED` : t`DISABLED`}</Mark>
      </div>
      <p className="text-sm text-soft">
        {plural(wanted.length, "# event.", "# events.")} {describeState(webhook)}
      </p>
      <div className="-mx-5 flex flex-wrap">
        <Button variant="quiet" aria-expanded={open === "form"} onClick={() => toggle("form")}>
          {t`Edit`}
        </Button>
        <Button
          variant="quiet"
          disabled={isBusy}
          aria-label={enabled ? t`Disable ${name}` : t`Enable ${name}`}
          onClick={() => change.mutate({ url, events: wanted, enabled: !enabled })}
        >
          {enabled ? t`Disable` : t`Enable`}
        </Button>
        <Button
          variant="quiet"
          aria-expanded={open === "deliveries"}
          onClick={() => toggle("deliveries")}
        >
          {t`Deliveries`}
        </Button>
        <Button
          variant="quiet"
          disabled={isBusy}
          aria-label={t`Rotate secret of ${name}`}
          onClick={() =>
            rotate.mutate(undefined, { onSuccess: (made) => onSecret(made.data.secret) })
          }
        >
          {t`Rotate secret`}
        </Button>
        <ConfirmButton
          action={t`Delete`}
          label={t`Delete ${name}`}
          question={t`Delete ${name}?`}
          consequence={t`Events that wait for it are not sent, and its log is deleted.`}
          disabled={isBusy}
          onConfirm={() => remove.mutate()}
        />
      </div>
      {open === "form" ? (
        <WebhookForm
          events={events}
          webhook={webhook}
          busy={change.isPending}
          submit={t`Save webhook`}
          onCancel={close}
          onSubmit={(input) => change.mutate({ ...input, enabled }, { onSuccess: close })}
        />
      ) : null}
      {open === "deliveries" ? (
        <Part loading={t`Loading deliveries`} failure={t`The deliveries could not be loaded.`}>
          <Deliveries webhook={webhook} />
        </Part>
      ) : null}
    </li>
  );
}

function useWebhook(id: string) {
  const webhook = api.webhooks[":id"];
  const param = { id };
  const change = useKeysChange((json: { url: string; events: string[]; enabled: boolean }) =>
    readAnswer(webhook.$put({ param, json })),
  );
  const rotate = useKeysChange(() => readAnswer(webhook.rotate.$post({ param })));
  const remove = useKeysChange(() => readAnswer(webhook.$delete({ param })));
  return {
    change,
    rotate,
    remove,
    isBusy: [change, rotate, remove].some((each) => each.isPending),
  };
}

function describeState({ enabled, disabledBy, failures }: WebhookResponse): string {
  if (!enabled && disabledBy === "failures") {
    return t`Disabled after 20 failed attempts in a row. Enable it when its server works.`;
  }
  if (!enabled) return t`You disabled it: it receives nothing.`;
  if (failures === 0) return "";
  return plural(
    failures,
    "The last attempt failed; the next one follows.",
    "The last # attempts failed; the next one follows.",
  );
}

const tones = { pending: "pending", delivered: "valid", failed: "invalid" } as const;

/** What was sent to a webhook in the last 30 days. */
function Deliveries({ webhook }: { webhook: WebhookResponse }) {
  const list = useSuspenseInfiniteQuery(deliveriesQuery(webhook._id));
  const deliveries = list.data.pages.flatMap((page) => page.data);
  if (deliveries.length === 0) return <p className="text-soft">{t`Nothing was sent yet.`}</p>;
  return (
    <>
      <ol aria-label={t`Deliveries`} className="space-y-3 border-rule border-l-4 pl-4">
        {deliveries.map((delivery) => (
          <DeliveryItem key={delivery._id} webhook={webhook} delivery={delivery} />
        ))}
      </ol>
      <MoreButton list={list} label={t`Show older deliveries`} />
    </>
  );
}

type DeliveryItemProps = { webhook: WebhookResponse; delivery: DeliveryResponse };

function DeliveryItem({ webhook, delivery }: DeliveryItemProps) {
  const { _id: eventId, event, at, state, body } = delivery;
  const resend = useKeysChange(() =>
    readAnswer(
      api.webhooks[":id"].deliveries[":eventId"].resend.$post({
        param: { id: webhook._id, eventId },
      }),
    ),
  );
  return (
    <li className="min-w-0 space-y-1">
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="break-all font-semibold">{event}</span>
        <Mark tone={tones[state]}>{state.toUpperCase()}</Mark>
      </p>
      <p className="text-sm text-soft">
        {formatMoment(at)}. {describeAttempts(delivery)}
      </p>
      <details className="text-sm">
        <summary className="min-h-6 cursor-pointer">{t`Body`}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard could not scroll it otherwise */}
        <pre tabIndex={0} className="overflow-x-auto bg-bar p-3">
          {body}
        </pre>
      </details>
      {state !== "pending" && webhook.enabled ? (
        <Button
          disabled={resend.isPending}
          aria-label={t`Send again: ${event} of ${formatMoment(at)}`}
          onClick={() => resend.mutate()}
        >
          {t`Send again`}
        </Button>
      ) : null}
    </li>
  );
}

function describeAttempts({ attempts, problem, nextAttemptAt, responseStatus }: DeliveryResponse) {
  const tried = plural(attempts, "# attempt", "# attempts");
  const outcome = problem ?? (responseStatus === null ? null : t`answered ${responseStatus}`);
  const next = nextAttemptAt && attempts > 0 ? t`next after ${formatMoment(nextAttemptAt)}` : null;
  return [tried, outcome, next].filter((part) => part !== null).join(", ");
}
