import type { DeletionResponse } from "@fairclick/core/accounts/account";
import { plural, t } from "@fairclick/core/language/t";
import type { ReactNode } from "react";
import { exactDollars } from "../../../ui/format/exact-dollars";
import type { Consent } from "./deletion";

type DeletionConsentProps = {
  givesUp: DeletionResponse["givesUp"];
  consent: Consent;
  onChange: (consent: Consent) => void;
};

/** One checkbox for each kind of money that is lost; none if nothing is. */
export function DeletionConsent({ givesUp, consent, onChange }: DeletionConsentProps) {
  const { wallet, earnings, undecidedClicks, requiresEarnings } = givesUp;
  return (
    <>
      {wallet > 0 ? (
        <Agreement
          checked={consent.wallet}
          onChange={(checked) => onChange({ ...consent, wallet: checked })}
        >
          {t`I give up ${exactDollars(wallet)} of my wallet that no card can take back.`}
        </Agreement>
      ) : null}
      {requiresEarnings ? (
        <Agreement
          checked={consent.earnings}
          onChange={(checked) => onChange({ ...consent, earnings: checked })}
        >
          {undecidedClicks > 0
            ? t`I give up my earnings, now ${exactDollars(earnings)}, and what ${describeUndecided(undecidedClicks)} will earn. To keep them, withdraw them first.`
            : t`I give up my earnings, now ${exactDollars(earnings)}. To keep them, withdraw them first.`}
        </Agreement>
      ) : null}
    </>
  );
}

function describeUndecided(clicks: number): string {
  return plural(clicks, "# click that is not judged yet", "# clicks that are not judged yet");
}

type AgreementProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
};

function Agreement({ checked, onChange, children }: AgreementProps) {
  return (
    <label className="flex items-start gap-3">
      <input
        type="checkbox"
        className="mt-1 size-5 shrink-0"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  );
}
