import { type KeyScope, keyScopeNames, keyScopes } from "@fairclick/core/accounts/key-scopes";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { profileQuery } from "../../../queries/account";
import { keysQuery } from "../../../queries/developers";
import { useLoadedQuery } from "../../../queries/use-loaded-query";
import { Button } from "../../../ui/button";
import { Field, TextField } from "../../../ui/field";
import { ChangeFailure } from "../profile/change-failure";
import { ProofField } from "../profile/proof-field";
import { otherFailure, useProof } from "../profile/use-proof";
import { CheckList } from "./check-list";

const scopeOptions = keyScopeNames.map((scope) => ({
  value: scope,
  label: scope,
  detail: keyScopes[scope],
}));
const ends = [
  { days: "30", label: "30 days" },
  { days: "90", label: "90 days" },
  { days: "365", label: "one year" },
  { days: "", label: "until I revoke it" },
];

type KeyFormProps = { onCancel: () => void; onCreated: (token: string) => void };

export function KeyForm({ onCancel, onCreated }: KeyFormProps) {
  const { data: profile } = useLoadedQuery(profileQuery);
  const queryClient = useQueryClient();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<string[]>(["read"]);
  const [days, setDays] = useState("90");
  const create = useMutation({
    mutationFn: (password: string | null) =>
      readAnswer(
        api.keys.$post({
          json: {
            name: name.trim(),
            scopes: scopes.filter(isScope),
            validDays: days === "" ? null : Number(days),
            password,
          },
        }),
      ),
    onSuccess: async ({ data }) => {
      onCreated(data.token);
      await queryClient.invalidateQueries(keysQuery);
    },
  });
  const proof = useProof(profile, create.error);
  const ready = name.trim() !== "" && scopes.length > 0 && proof.ready && !create.isPending;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (ready) create.mutate(proof.password);
  }

  return (
    <form noValidate className="space-y-5" onSubmit={submit}>
      <TextField
        label="Name of the key"
        value={name}
        placeholder="Build server"
        maxLength={60}
        autoComplete="off"
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <CheckList legend="Scopes" options={scopeOptions} chosen={scopes} onChange={setScopes} />
      <Field label="Valid for">
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
      <input type="hidden" name="username" autoComplete="username" value={profile.email} />
      <ProofField {...proof.field} disabled={create.isPending} />
      <ChangeFailure error={otherFailure(create.error)} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" disabled={!ready}>
          {create.isPending ? "Creating..." : "Create key"}
        </Button>
        <Button disabled={create.isPending} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function isScope(text: string): text is KeyScope {
  return Object.hasOwn(keyScopes, text);
}
