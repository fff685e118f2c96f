import { PASSWORD_MIN } from "@fairclick/core/accounts/account";
import { t } from "@fairclick/core/language/t";
import { type ReactNode, useState } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { LogoBar } from "../shell/public-page";
import { Field } from "../ui/fields";
import { Receipt } from "../ui/figures";

type AccountPageProps = { title: string; lead: string; children: ReactNode };

/** Frame of the sign-in and sign-up pages. */
export function AccountPage({ title, lead, children }: AccountPageProps) {
  return (
    <>
      <LogoBar />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto flex min-h-dvh max-w-form flex-col justify-center px-4 pt-24 pb-16"
      >
        <Receipt>
          <h1 className="text-2xl">{title}</h1>
          <p className="mt-1 mb-6 text-soft">{lead}</p>
          {children}
        </Receipt>
      </main>
    </>
  );
}

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
