import { emailSchema, type ProfileResponse } from "@fairclick/core/accounts/account";
import { t } from "@fairclick/core/language/t";
import { type FormEvent, useState } from "react";
import { readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { Button } from "../../../ui/button";
import { TextField } from "../../../ui/field";
import { ChangeFailure } from "./change-failure";
import { ConfirmAddress } from "./confirm-address";
import { useChange } from "./use-change";

const address = emailSchema(t`Please enter a valid email address`);

export function EmailForm({ profile }: { profile: ProfileResponse }) {
  const [email, setEmail] = useState(profile.email);
  const [invalid, setInvalid] = useState<string>();
  const change = useChange((json: { email: string }) =>
    readAnswer(api.users.profile.email.$put({ json })),
  );
  const changed = email.trim().toLowerCase() !== profile.email;

  function submit(event: FormEvent) {
    event.preventDefault();
    const parsed = address.safeParse(email);
    if (!parsed.success) return setInvalid(parsed.error.issues[0]?.message);
    change.mutate({ email: parsed.data });
  }

  return (
    <form noValidate className="space-y-3" onSubmit={submit}>
      <TextField
        label={t`Email`}
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
      <ChangeFailure error={change.error} />
      <Button type="submit" disabled={!changed || change.isPending}>
        {change.isPending ? t`Saving...` : t`Save email`}
      </Button>
    </form>
  );
}
