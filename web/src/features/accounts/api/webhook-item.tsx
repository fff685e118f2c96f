import { plural, t } from "@fairclick/core/language/t";
import type { WebhookEvent, WebhookResponse } from "@fairclick/core/notices/webhooks";
import { useState } from "react";
import { readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { Button } from "../../../ui/button";
import { Mark } from "../../../ui/clicks/stamp";
import { Part } from "../../../ui/part";
import { ConfirmButton } from "./confirm-button";
import { Deliveries } from "./deliveries";
import { useApiChange } from "./use-api-change";
import { WebhookForm } from "./webhook-form";

type WebhookItemProps = {
  webhook: WebhookResponse;
  events: WebhookEvent[];
  onSecret: (secret: string) => void;
};

export function WebhookItem({ webhook, events, onSecret }: WebhookItemProps) {
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
  const change = useApiChange((json: { url: string; events: string[]; enabled: boolean }) =>
    readAnswer(webhook.$put({ param, json })),
  );
  const rotate = useApiChange(() => readAnswer(webhook.rotate.$post({ param })));
  const remove = useApiChange(() => readAnswer(webhook.$delete({ param })));
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
