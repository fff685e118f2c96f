import { registerRequestSchema } from "@fairclick/core/accounts/account";
import { TERMS_VERSION } from "@fairclick/core/accounts/agreement";
import { t } from "@fairclick/core/language/t";
import { describeUnsupported } from "@fairclick/core/money/payout-countries";
import { zodResolver } from "@hookform/resolvers/zod";
import { Link, useNavigate } from "@tanstack/react-router";
import { useForm } from "react-hook-form";
import { errorMessage, NetworkError } from "../api/answer";
import { rich } from "../language/rich";
import { guessCountry } from "../session/country";
import { returnSearch } from "../session/session";
import { Button, buttonClass } from "../ui/button";
import { FieldError, MinorField, TextField } from "../ui/fields";
import { notify } from "../ui/notify";
import { PasswordField } from "./password-field";
import { AccountPage, googleAddress, useRegister } from "./sign-in";

function failureText(error: Error): string {
  if (error instanceof NetworkError) return t`An unexpected error occurred.`;
  return errorMessage(error, t`Registration failed.`);
}

type RegisterPageProps = {
  byMail: boolean;
  onByMail: (byMail: boolean) => void;
  /** The page of the app to open afterwards. */
  next: string;
};

export function RegisterPage({ byMail, onByMail, next }: RegisterPageProps) {
  return (
    <AccountPage
      title={t`Create your account`}
      lead={t`One account both launches campaigns and joins them.`}
    >
      <title>{t`Sign up · Fairclick`}</title>
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
  const { register, handleSubmit, formState, setValue, watch } = useForm({
    resolver: zodResolver(registerRequestSchema),
    defaultValues: { username: "", email: "", password: "", website: "" },
  });
  const { errors } = formState;
  const said = new Set<string>();
  /** Says a message beside the first field that it is about. */
  const once = (message: string | undefined) => {
    if (message === undefined || said.has(message)) return undefined;
    said.add(message);
    return message;
  };

  const submit = handleSubmit((account) =>
    registration.mutate(
      { ...account, website: account.website ?? "", termsVersion: TERMS_VERSION },
      {
        onSuccess: () => void navigate({ href: next }),
        onError: (error) => notify.error(failureText(error)),
      },
    ),
  );

  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <TextField
        label={t`Username`}
        autoComplete="username"
        disabled={busy}
        error={once(errors.username?.message)}
        aria-invalid={errors.username ? true : undefined}
        {...register("username")}
      />
      <TextField
        label={t`Email`}
        type="email"
        autoComplete="email"
        disabled={busy}
        error={once(errors.email?.message)}
        aria-invalid={errors.email ? true : undefined}
        {...register("email")}
      />
      <PasswordField
        disabled={busy}
        error={once(errors.password?.message)}
        registration={register("password")}
      />
      <MinorField
        checked={watch("isMinor") ?? false}
        disabled={busy}
        onChange={(isMinor) => setValue("isMinor", isMinor)}
      />
      <UnreachedBank />
      <p className="text-sm text-soft">
        {rich`By creating an account you accept the ${<OtherPage href="/terms">{t`terms`}</OtherPage>}. What we
          store is on the ${<OtherPage href="/privacy">{t`privacy page`}</OtherPage>}.`}
      </p>
      <div className="absolute -left-[9999px]" aria-hidden="true">
        <label>
          {t`Website`}
          <input tabIndex={-1} autoComplete="off" {...register("website")} />
        </label>
      </div>
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

/** Says before the work that Stripe does not pay out in the country that the browser names. */
function UnreachedBank() {
  const text = describeUnsupported(guessCountry(navigator.language));
  return text ? <p className="border-held border-l-4 pl-3 text-sm">{text}</p> : null;
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

/** Opens beside the form, which keeps what was typed. */
function OtherPage({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
