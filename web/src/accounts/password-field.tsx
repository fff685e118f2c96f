import { PASSWORD_MIN } from "@fairclick/core/accounts/account";
import { t } from "@fairclick/core/language/t";
import { useState } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "../ui/fields";

type PasswordFieldProps = {
  registration: UseFormRegisterReturn;
  disabled: boolean;
  error?: string | undefined;
};

export function PasswordField({ registration, disabled, error }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={t`Password`} error={error} hint={t`At least ${PASSWORD_MIN} characters`}>
      {(control) => (
        <div className="relative">
          <input
            {...registration}
            {...control}
            type={shown ? "text" : "password"}
            autoComplete="new-password"
            disabled={disabled}
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
