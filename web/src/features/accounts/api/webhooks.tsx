import { t } from "@fairclick/core/language/t";
import { useState } from "react";
import { readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { webhooksQuery } from "../../../queries/api-access";
import { useLoadedQuery } from "../../../queries/use-loaded-query";
import { Button } from "../../../ui/button";
import { ShownOnce } from "./shown-once";
import { useApiChange } from "./use-api-change";
import { WebhookForm } from "./webhook-form";
import { WebhookItem } from "./webhook-item";

type WebhookInput = { url: string; events: string[] };

export function Webhooks() {
  const { data } = useLoadedQuery(webhooksQuery);
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const add = useApiChange((json: WebhookInput) => readAnswer(api.webhooks.$post({ json })));
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
