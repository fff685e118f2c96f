import {
  PASSWORD_MAX,
  PASSWORD_MIN,
  type ProfileResponse,
  passwordRequestSchema,
} from "@fairclick/core/accounts/account";
import { t } from "@fairclick/core/language/t";
import { type FormEvent, useState } from "react";
import { readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { TextField } from "../../../ui/field";
import { ChangeFailure } from "./change-failure";
import { useChange } from "./use-change";

const newPasswordSchema = passwordRequestSchema.shape.newPassword;

export function PasswordForm({ profile }: { profile: ProfileResponse }) {
  const [newPassword, setNewPassword] = useState("");
  const [invalid, setInvalid] = useState<string>();
  const change = useChange((json: { newPassword: string }) =>
    readAnswer(api.auth.password.$post({ json })),
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    const parsed = newPasswordSchema.safeParse(newPassword);
    if (!parsed.success) return setInvalid(parsed.error.issues[0]?.message);
    change.mutate({ newPassword }, { onSuccess: () => setNewPassword("") });
  }

  return (
    <Card title={t`Password`}>
      <form noValidate className="space-y-3" onSubmit={submit}>
        {profile.hasPassword ? null : (
          <p>{t`You sign in with Google. With a password, you can also sign in without Google.`}</p>
        )}
        <input type="hidden" name="username" autoComplete="username" value={profile.email} />
        <TextField
          label={t`New password`}
          type="password"
          autoComplete="new-password"
          hint={t`${PASSWORD_MIN} to ${PASSWORD_MAX} characters. Every other session ends.`}
          value={newPassword}
          error={invalid}
          disabled={change.isPending}
          onChange={(event) => {
            setNewPassword(event.currentTarget.value);
            setInvalid(undefined);
          }}
        />
        <ChangeFailure error={change.error} />
        <Button type="submit" disabled={newPassword === "" || change.isPending}>
          {change.isPending
            ? t`Saving...`
            : profile.hasPassword
              ? t`Change password`
              : t`Set a password`}
        </Button>
      </form>
    </Card>
  );
}
