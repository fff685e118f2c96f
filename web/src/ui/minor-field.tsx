import { ADULT_AGE, MIN_AGE } from "@fairclick/core/accounts/agreement";
import { t } from "@fairclick/core/language/t";
import { useId } from "react";

type MinorFieldProps = {
  checked: boolean;
  onChange: (isMinor: boolean) => void;
  disabled?: boolean;
};

/** Asks who is under 18, and says at once who is then paid. */
export function MinorField({ checked, onChange, disabled = false }: MinorFieldProps) {
  const id = useId();
  return (
    <div className="text-sm">
      <label className="flex min-h-8 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 shrink-0"
          aria-describedby={`${id}-age ${id}-paid`}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {t`I am under ${ADULT_AGE}`}
      </label>
      <p id={`${id}-age`} className="text-soft">
        {t`You have to be ${MIN_AGE} or older.`}
      </p>
      <p id={`${id}-paid`} role="status" className={checked ? "border-held border-l-4 pl-3" : ""}>
        {checked ? t`Until you are ${ADULT_AGE}, a parent or guardian is paid for you.` : null}
      </p>
    </div>
  );
}
