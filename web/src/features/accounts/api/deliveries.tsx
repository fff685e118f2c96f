import { plural, t } from "@fairclick/core/language/t";
import type { DeliveryResponse, WebhookResponse } from "@fairclick/core/notices/webhooks";
import { readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { deliveriesQuery } from "../../../queries/api-access";
import { useLoadedInfiniteQuery } from "../../../queries/use-loaded-query";
import { Button } from "../../../ui/button";
import { Mark } from "../../../ui/clicks/stamp";
import { formatMoment } from "../../../ui/format/day";
import { useApiChange } from "./use-api-change";

const tones = { pending: "pending", delivered: "valid", failed: "invalid" } as const;

/** What was sent to a webhook in the last 30 days. */
export function Deliveries({ webhook }: { webhook: WebhookResponse }) {
  const list = useLoadedInfiniteQuery(deliveriesQuery(webhook._id));
  const deliveries = list.data.pages.flatMap((page) => page.data);
  if (deliveries.length === 0) return <p className="text-soft">{t`Nothing was sent yet.`}</p>;
  return (
    <>
      <ol aria-label={t`Deliveries`} className="space-y-3 border-rule border-l-4 pl-4">
        {deliveries.map((delivery) => (
          <DeliveryItem key={delivery._id} webhook={webhook} delivery={delivery} />
        ))}
      </ol>
      {list.hasNextPage ? (
        <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {list.isFetchingNextPage ? t`Loading...` : t`Show older deliveries`}
        </Button>
      ) : null}
    </>
  );
}

type DeliveryItemProps = { webhook: WebhookResponse; delivery: DeliveryResponse };

function DeliveryItem({ webhook, delivery }: DeliveryItemProps) {
  const { _id: eventId, event, at, state, body } = delivery;
  const resend = useApiChange(() =>
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
