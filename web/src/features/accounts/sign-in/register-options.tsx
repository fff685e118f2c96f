import { t } from "@fairclick/core/language/t";
import { Link } from "@tanstack/react-router";
import { rich } from "../../../language/rich";
import { returnSearch } from "../../../session/page-in-app";
import { Button, buttonClass } from "../../../ui/button";
import { googleAddress } from "./google-address";

/** Choice between signing up with Google and with an email address. */
export function RegisterOptions({ next, onEmail }: { next: string; onEmail: () => void }) {
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
