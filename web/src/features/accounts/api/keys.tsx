import { keyScopes, type PersonalKeyResponse } from "@fairclick/core/accounts/keys";
import { t } from "@fairclick/core/language/t";
import { useState } from "react";
import { readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { keysQuery } from "../../../queries/api-access";
import { useLoadedQuery } from "../../../queries/use-loaded-query";
import { Button } from "../../../ui/button";
import { formatDay, formatMoment } from "../../../ui/format/day";
import { ConfirmButton } from "./confirm-button";
import { KeyForm } from "./key-form";
import { ShownOnce } from "./shown-once";
import { useApiChange } from "./use-api-change";

export function Keys() {
  const { data: keys } = useLoadedQuery(keysQuery);
  const [adding, setAdding] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  return (
    <>
      <p className="mb-4">
        {t`A key lets a program act for you, within the scopes that you choose. It can never withdraw money, change how you sign in, or make other keys. A new password revokes all keys.`}
      </p>
      {token ? <ShownOnce secret={token} label={t`Copy key`} copied={t`Key copied.`} /> : null}
      <ul className="mb-4 divide-y-2 divide-rule divide-dashed">
        {keys.map((key) => (
          <KeyLine key={key._id} apiKey={key} />
        ))}
      </ul>
      {adding ? (
        <KeyForm
          onCancel={() => setAdding(false)}
          onCreated={(created) => {
            setAdding(false);
            setToken(created);
          }}
        />
      ) : (
        <Button className="self-start" onClick={() => setAdding(true)}>{t`Add an API key`}</Button>
      )}
    </>
  );
}

function KeyLine({ apiKey }: { apiKey: PersonalKeyResponse }) {
  const revoke = useApiChange(() =>
    readAnswer(api.keys[":id"].$delete({ param: { id: apiKey._id } })),
  );
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <div className="min-w-0 flex-1 basis-52">
        <p className="break-words font-semibold">{apiKey.name}</p>
        <p className="text-sm text-soft">{describe(apiKey)}</p>
        <p className="text-sm text-soft" title={apiKey.scopes.map(explain).join("; ")}>
          {t`Scopes: ${apiKey.scopes.join(", ")}`}
        </p>
      </div>
      <ConfirmButton
        action={t`Revoke`}
        label={t`Revoke ${apiKey.name}`}
        question={t`Revoke ${apiKey.name}?`}
        consequence={t`Programs that use this key can no longer call the API.`}
        disabled={revoke.isPending}
        onConfirm={() => revoke.mutate()}
      />
    </li>
  );
}

function explain(scope: PersonalKeyResponse["scopes"][number]): string {
  return keyScopes[scope];
}

function describe({ createdAt, lastUsedAt, expiresAt }: PersonalKeyResponse): string {
  return [
    t`Added ${formatDay(createdAt)}`,
    lastUsedAt ? t`last used about ${formatMoment(lastUsedAt)}` : t`never used`,
    ...(expiresAt ? [describeEnd(expiresAt)] : []),
  ].join(", ");
}

function describeEnd(expiresAt: string): string {
  const day = formatDay(expiresAt);
  return new Date(expiresAt) <= new Date() ? t`expired ${day}` : t`expires ${day}`;
}
