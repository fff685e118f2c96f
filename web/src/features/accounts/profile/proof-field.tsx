import { TextField } from "../../../ui/field";
import { googleAddress } from "../sign-in/google-address";

export type ProofProps = {
  hasPassword: boolean;
  recentSignIn: boolean;
  value: string;
  error?: string | undefined;
  disabled: boolean;
  onChange: (value: string) => void;
};

/** Proof of identity: the password or, without one, a recent sign-in. */
export function ProofField({ hasPassword, recentSignIn, value, error, ...rest }: ProofProps) {
  if (hasPassword) {
    return (
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        value={value}
        error={error}
        disabled={rest.disabled}
        onChange={(event) => rest.onChange(event.currentTarget.value)}
      />
    );
  }
  if (recentSignIn) return null;
  return (
    <p className="border-held border-l-4 pl-3">
      Your account has no password, so please{" "}
      <a href={googleAddress("/app/profile")}>sign in with Google again</a> first.
    </p>
  );
}
