import { PASSWORD_MIN } from "@fairclick/core/accounts/account";
import { t } from "@fairclick/core/language/t";
import { type ComponentProps, useState } from "react";
import { Field } from "../ui/fields";

type PasswordFieldProps = ComponentProps<"input"> & { error?: string | undefined };

export function PasswordField({ error, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={t`Password`} error={error} hint={t`At least ${PASSWORD_MIN} characters`}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            type={shown ? "text" : "password"}
            autoComplete="new-password"
            className={`${control.className} pr-22`}
          />
          <button
            type="button"
            onClick={() => setShown(!shown)}
            aria-pressed={shown}
            className="absolute inset-y-0 right-0 w-22 font-semibold text-soft underline hover:text-ink"
          >
            {shown ? t`Hide` : t`Show`}
          </button>
        </div>
      )}
    </Field>
  );
}
