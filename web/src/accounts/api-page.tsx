import {
  type KeyScope,
  keyScopeNames,
  keyScopes,
  type PersonalKeyResponse,
} from "@fairclick/core/accounts/keys";
import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { describeFailure, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { rich } from "../language/rich";
import { keysQuery } from "../queries/accounts";
import { Button } from "../ui/button";
import { Field, FieldError, Form, TextField } from "../ui/fields";
import { formatDay, formatMoment } from "../ui/format";
import { Card, PageHeading, Part } from "../ui/layout";
import { CheckList, ConfirmButton, ShownOnce, useKeysChange } from "./confirm-button";
import { Webhooks } from "./webhooks";

/** API keys and webhooks of the user's own programs. */
export function ApiPage() {
  return (
    <>
      <PageHeading
        title={t`API`}
        lead={rich`Let your own programs read your figures, run your campaigns, and hear what happens.
          The ${<a href="/docs">{t`API reference`}</a>} lists every call, and the
          ${<a href="/docs/webhooks">{t`guide to webhooks`}</a>} shows how to verify events.`}
      />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card title={t`API keys`}>
          <Part loading={t`Loading keys`} failure={t`Your API keys could not be loaded.`}>
            <Keys />
          </Part>
        </Card>
        <Card title={t`Webhooks`}>
          <Part loading={t`Loading webhooks`} failure={t`Your webhooks could not be loaded.`}>
            <Webhooks />
          </Part>
        </Card>
      </div>
    </>
  );
}

function Keys() {
  const { data: keys } = useSuspenseQuery(keysQuery);
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
  const revoke = useKeysChange(() =>
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

const scopeOptions = keyScopeNames.map((scope) => ({
  value: scope,
  label: scope,
  detail: keyScopes[scope],
}));
const ends = [
  { days: "30", label: t`30 days` },
  { days: "90", label: t`90 days` },
  { days: "365", label: t`one year` },
  { days: "", label: t`until I revoke it` },
];

type KeyFormProps = { onCancel: () => void; onCreated: (token: string) => void };

function KeyForm({ onCancel, onCreated }: KeyFormProps) {
  const queryClient = useQueryClient();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<string[]>(["read"]);
  const [days, setDays] = useState("90");
  const create = useMutation({
    mutationFn: () =>
      readAnswer(
        api.keys.$post({
          json: {
            name: name.trim(),
            scopes: scopes.filter(isScope),
            validDays: days === "" ? null : Number(days),
          },
        }),
      ),
    onSuccess: async ({ data }) => {
      onCreated(data.token);
      await queryClient.invalidateQueries(keysQuery);
    },
  });
  const ready = name.trim() !== "" && scopes.length > 0 && !create.isPending;

  return (
    <Form
      onSubmit={() => {
        if (ready) create.mutate();
      }}
    >
      <TextField
        label={t`Name of the key`}
        value={name}
        placeholder={t`Build server`}
        maxLength={60}
        autoComplete="off"
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <CheckList legend={t`Scopes`} options={scopeOptions} chosen={scopes} onChange={setScopes} />
      <Field label={t`Valid for`}>
        {(control) => (
          <select
            {...control}
            value={days}
            onChange={(event) => setDays(event.currentTarget.value)}
          >
            {ends.map((end) => (
              <option key={end.days} value={end.days}>
                {end.label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <FieldError message={describeFailure(create.error)} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" disabled={!ready}>
          {create.isPending ? t`Creating...` : t`Create key`}
        </Button>
        <Button disabled={create.isPending} onClick={onCancel}>
          {t`Cancel`}
        </Button>
      </div>
    </Form>
  );
}

function isScope(text: string): text is KeyScope {
  return Object.hasOwn(keyScopes, text);
}
