import { type KeyScope, keyScopeNames, keyScopes } from "@fairclick/core/accounts/keys";
import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { keysQuery } from "../../../queries/api-access";
import { Button } from "../../../ui/button";
import { Field, TextField } from "../../../ui/field";
import { ChangeFailure } from "../profile/change-failure";
import { CheckList } from "./check-list";

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

export function KeyForm({ onCancel, onCreated }: KeyFormProps) {
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

  function submit(event: FormEvent) {
    event.preventDefault();
    if (ready) create.mutate();
  }

  return (
    <form noValidate className="space-y-5" onSubmit={submit}>
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
      <ChangeFailure error={create.error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" disabled={!ready}>
          {create.isPending ? t`Creating...` : t`Create key`}
        </Button>
        <Button disabled={create.isPending} onClick={onCancel}>
          {t`Cancel`}
        </Button>
      </div>
    </form>
  );
}

function isScope(text: string): text is KeyScope {
  return Object.hasOwn(keyScopes, text);
}
