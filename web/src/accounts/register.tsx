import { TERMS_VERSION } from "@fairclick/core/accounts/agreement";
import { t } from "@fairclick/core/language/t";
import { describeUnsupported } from "@fairclick/core/money/payout-countries";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { errorMessage, NetworkError } from "../api/answer";
import { rich } from "../language/rich";
import { guessCountry } from "../session/country";
import { readSide, returnSearch } from "../session/session";
import { Button, buttonClass } from "../ui/button";
import { EmailField, FieldError, MinorField, TextField, WebsiteTrap } from "../ui/fields";
import { OtherPage, WindowTitle } from "../ui/layout";
import { notify } from "../ui/notify";
import { useForm } from "../ui/use-form";
import { PasswordField } from "./password-field";
import { AccountPage, googleAddress, useRegister } from "./sign-in";

function failureText(error: Error): string {
  if (error instanceof NetworkError) return t`An unexpected error occurred.`;
  return errorMessage(error, t`Registration failed.`);
}

type RegisterPageProps = {
  byMail: boolean;
  onByMail: (byMail: boolean) => void;
  next: string;
};

export function RegisterPage({ byMail, onByMail, next }: RegisterPageProps) {
  return (
    <AccountPage
      title={t`Create your account`}
      lead={t`One account both launches campaigns and joins them.`}
      next={next}
    >
      <WindowTitle text={t`Sign up · Fairclick`} />
      {byMail ? (
        <RegisterForm next={next} onBack={() => onByMail(false)} />
      ) : (
        <RegisterOptions next={next} onEmail={() => onByMail(true)} />
      )}
    </AccountPage>
  );
}

function RegisterForm({ next, onBack }: { next: string; onBack: () => void }) {
  const navigate = useNavigate();
  const registration = useRegister();
  const busy = registration.isPending;
  const form = useForm("register", { ...readTyped(), password: "", website: "" });
  const { username, email, isMinor } = form.values;
  useEffect(() => {
    sessionStorage.setItem(KEY, JSON.stringify({ username, email, isMinor }));
  }, [username, email, isMinor]);
  const said = new Set<string>();
  /** A field that says a message only if no field before it does. */
  const field = (name: "username" | "email" | "password") => {
    const { error, ...control } = form.field(name);
    const isNew = error !== undefined && !said.has(error);
    if (isNew) said.add(error);
    const isInvalid = error !== undefined || undefined;
    return { ...control, error: isNew ? error : undefined, "aria-invalid": isInvalid };
  };

  const send = (account: typeof form.values) =>
    registration.mutate(
      { ...account, termsVersion: TERMS_VERSION },
      {
        onSuccess: () => {
          sessionStorage.removeItem(KEY);
          void navigate({ href: next });
        },
        onError: (error) => notify.error(failureText(error)),
      },
    );

  return (
    <form {...form.bind(send)} className="space-y-5">
      <TextField
        label={t`Username`}
        autoComplete="username"
        autoFocus
        disabled={busy}
        {...field("username")}
      />
      <EmailField
        hint={t`You can start at once and confirm it later.`}
        disabled={busy}
        {...field("email")}
      />
      <PasswordField disabled={busy} {...field("password")} />
      <MinorField checked={isMinor} disabled={busy} onChange={(isMinor) => form.set({ isMinor })} />
      <UnreachedBank />
      <p className="text-sm text-soft">
        {rich`By creating an account you accept the ${<OtherPage href="/terms">{t`terms`}</OtherPage>}. What we
          store is on the ${<OtherPage href="/privacy">{t`privacy page`}</OtherPage>}.`}
      </p>
      <WebsiteTrap {...form.field("website")} />
      <FieldError message={registration.error ? failureText(registration.error) : undefined} />
      <div className="flex gap-3">
        <Button onClick={onBack} disabled={busy}>
          {t`Back`}
        </Button>
        <Button type="submit" variant="primary" className="flex-1" disabled={busy}>
          {busy ? t`Creating account...` : t`Create Account`}
        </Button>
      </div>
      <p className="text-center text-soft">
        {rich`Already have an account? ${(
          <Link to="/login" search={returnSearch(next)}>
            {t`Log in`}
          </Link>
        )}`}
      </p>
    </form>
  );
}

const KEY = "sign-up";

type Typed = { username: string; email: string; isMinor: boolean };

/**
 * Returns what was typed in this tab before a reload, or before another page was opened. The password is
 * never kept.
 */
function readTyped(): Typed {
  const kept = sessionStorage.getItem(KEY);
  return kept === null ? { username: "", email: "", isMinor: false } : JSON.parse(kept);
}

/** Says before a creator's work that Stripe does not pay out in the country that the browser names. */
function UnreachedBank() {
  const text = describeUnsupported(guessCountry(navigator.language));
  return text && readSide() !== "developer" ? (
    <p className="border-held border-l-4 pl-3 text-sm">
      {text} {t`If your bank is elsewhere, choose its country after signing up.`}
    </p>
  ) : null;
}

/** Choice between signing up with Google and with an email address. */
function RegisterOptions({ next, onEmail }: { next: string; onEmail: () => void }) {
  const returning = returnSearch(next);
  return (
    <div className="space-y-3">
      <a href={googleAddress(returning.next)} className={buttonClass("primary", "w-full")}>
        {t`Continue with Google`}
      </a>
      <Button className="w-full" onClick={onEmail}>
        {t`Continue with Email`}
      </Button>
      <p className="pt-3 text-center text-soft">
        {rich`Already have an account? ${(
          <Link to="/login" search={returning}>
            {t`Log in`}
          </Link>
        )}`}
      </p>
    </div>
  );
}
