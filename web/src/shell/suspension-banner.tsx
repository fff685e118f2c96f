import { t } from "@fairclick/core/language/t";
import { useUser } from "../session/session";

export function SuspensionBanner() {
  const suspension = useUser()?.suspension;
  if (!suspension) return null;
  return (
    <div role="status" className="mb-8 border-2 border-refused bg-paper px-5 py-4">
      <p className="font-bold">{t`Your account is suspended`}</p>
      <p className="mt-1 text-soft">
        {t`Your links and withdrawals have stopped. You can view everything, and you keep your money.`}
      </p>
      {suspension.reason ? <p className="mt-1">{t`The reason: ${suspension.reason}`}</p> : null}
    </div>
  );
}
