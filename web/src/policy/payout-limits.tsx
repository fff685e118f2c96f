import { ADULT_AGE } from "@fairclick/core/accounts/agreement";
import { t } from "@fairclick/core/language/t";
import { Link } from "@tanstack/react-router";
import { rich } from "../language/rich";
import { useUser } from "../session/session";
import { UnsupportedCountry } from "./unsupported-country";

/** What keeps the user's earnings from their own bank, said before the work; nothing for most. */
export function PayoutLimits({ className = "" }: { className?: string }) {
  const user = useUser();
  return (
    <>
      <UnsupportedCountry className={className} />
      {user?.mustConfirmGuardian ? (
        <p className={`border-held border-l-4 pl-3 text-sm ${className}`}>
          {rich`Until you are ${ADULT_AGE}, a parent or guardian is paid for you, and what you earn is kept until then. You can ${<Link to="/app/payments">{t`set that up`}</Link>} at any time.`}
        </p>
      ) : null}
    </>
  );
}
