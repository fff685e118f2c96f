import { t } from "@fairclick/core/language/t";
import { useSyncExternalStore } from "react";
import { readContact, subscribeToContact } from "../api/client";
import { formatClock } from "../ui/format";

/** A line at the bottom while the server does not answer: how old the figures are. */
export function ServerAway() {
  const { isAway, answeredAt } = useSyncExternalStore(subscribeToContact, readContact);
  return (
    <div aria-live="polite">
      {isAway ? (
        <p className="fixed inset-x-0 bottom-phone-bar z-30 border-edge border-t-2 bg-paper px-4 py-2 text-center text-sm text-soft">
          {[
            navigator.onLine ? t`The server does not answer.` : t`You are offline.`,
            ...(answeredAt ? [t`Figures are from ${formatClock(answeredAt)}.`] : []),
            t`We keep trying.`,
          ].join(" ")}
        </p>
      ) : null}
    </div>
  );
}

export function SuspensionBanner({ reason }: { reason: string | null }) {
  return (
    <div role="status" className="mb-8 border-2 border-refused bg-paper px-5 py-4">
      <p className="font-bold">{t`Your account is suspended`}</p>
      <p className="mt-1 text-soft">
        {t`Your links and withdrawals have stopped. You can view everything, and you keep your money.`}
      </p>
      {reason ? <p className="mt-1">{t`The reason: ${reason}`}</p> : null}
    </div>
  );
}
