import { t } from "@fairclick/core/language/t";

const texts: Record<string, string> = {
  google: t`Signing in with Google did not work. Please try again.`,
  google_unavailable: t`Signing in with Google is not available on this server.`,
  google_unverified: t`An account with this e-mail address exists, and Google has not verified that it is yours. Log in with your password.`,
};

/** Explains why a sign-in with Google failed. */
export function GoogleProblem({ code }: { code: string | undefined }) {
  if (!code) return null;
  return (
    <p role="alert" className="mb-5 border-2 border-refused p-3 font-medium">
      {texts[code] ?? texts.google}
    </p>
  );
}
