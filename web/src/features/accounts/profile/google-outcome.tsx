import { t } from "@fairclick/core/language/t";

const texts: Record<string, { ok: boolean; text: string }> = {
  connected: { ok: true, text: t`Google is connected. You can sign in with it from now on.` },
  taken: {
    ok: false,
    text: t`This Google account signs in to another Fairclick account, so it was not connected.`,
  },
  has_another: {
    ok: false,
    text: t`Another Google account is connected already. Disconnect it first.`,
  },
};
const failed = { ok: false, text: t`Connecting Google did not work. Please try again.` };

/** Shows the result of connecting Google. */
export function GoogleOutcome({ code }: { code: string | undefined }) {
  if (!code) return null;
  const { ok, text } = texts[code] ?? failed;
  return (
    <p
      role={ok ? "status" : "alert"}
      className={`mb-6 border-2 p-3 font-medium ${ok ? "border-valid" : "border-refused"}`}
    >
      {text}
    </p>
  );
}
