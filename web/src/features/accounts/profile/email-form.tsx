import { emailSchema, type ProfileResponse } from "@fairclick/core/accounts/account-schema";
import { type FormEvent, useState } from "react";
import { readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { Button } from "../../../ui/button";
import { TextField } from "../../../ui/field";
import { ChangeFailure } from "./change-failure";
import { ConfirmAddress } from "./confirm-address";
import { ProofField } from "./proof-field";
import { useChange } from "./use-change";
import { otherFailure, useProof } from "./use-proof";

const address = emailSchema("Please enter a valid email address");

export function EmailForm({ profile }: { profile: ProfileResponse }) {
  const [email, setEmail] = useState(profile.email);
  const [invalid, setInvalid] = useState<string>();
  const change = useChange((json: { email: string; password: string | null }) =>
    readAnswer(api.users.profile.email.$put({ json })),
  );
  const proof = useProof(profile, change.error);
  const changed = email.trim().toLowerCase() !== profile.email;

  function submit(event: FormEvent) {
    event.preventDefault();
    const parsed = address.safeParse(email);
    if (!parsed.success) return setInvalid(parsed.error.issues[0]?.message);
    const input = { email: parsed.data, password: proof.password };
    change.mutate(input, { onSuccess: proof.clear });
  }

  return (
    <form noValidate className="space-y-3" onSubmit={submit}>
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        value={email}
        error={invalid}
        disabled={change.isPending}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          setInvalid(undefined);
        }}
      />
      {changed ? null : <ConfirmAddress profile={profile} />}
      {changed ? <ProofField {...proof.field} disabled={change.isPending} /> : null}
      <ChangeFailure error={otherFailure(change.error)} />
      <Button type="submit" disabled={!changed || !proof.ready || change.isPending}>
        {change.isPending ? "Saving..." : "Save email"}
      </Button>
    </form>
  );
}
