import { t } from "@fairclick/core/language/t";
import { useId, useState } from "react";
import { FieldError } from "./fields";

const months = [
  ...[t`January`, t`February`, t`March`, t`April`, t`May`, t`June`],
  ...[t`July`, t`August`, t`September`, t`October`, t`November`, t`December`],
].map((name, index) => ({ value: String(index + 1).padStart(2, "0"), name }));
const OLDEST_YEARS = 110;
const select =
  "block min-h-11 w-full rounded-md border-2 border-edge bg-paper px-3 py-2 text-ink disabled:opacity-60";

type BirthMonthFieldProps = {
  /** Receives `2010-05`, or an empty text while one of the two is missing. */
  onChange: (birthMonth: string) => void;
  legend?: string;
  disabled?: boolean;
  error?: string | undefined;
};

export function BirthMonthField({
  onChange,
  legend = t`Month of birth`,
  disabled = false,
  error,
}: BirthMonthFieldProps) {
  const id = useId();
  const [{ month, year }, setChosen] = useState({ month: "", year: "" });
  const latest = new Date().getUTCFullYear();
  const choose = (chosen: { month: string; year: string }) => {
    setChosen(chosen);
    onChange(chosen.month && chosen.year ? `${chosen.year}-${chosen.month}` : "");
  };
  return (
    <fieldset className="space-y-1.5" aria-describedby={`${id}-hint`}>
      <legend className="font-semibold">{legend}</legend>
      <div className="flex gap-3">
        <select
          aria-label={t`Month of birth`}
          autoComplete="bday-month"
          className={select}
          disabled={disabled}
          value={month}
          onChange={(event) => choose({ year, month: event.currentTarget.value })}
        >
          <option value="">{t`Month`}</option>
          {months.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <select
          aria-label={t`Year of birth`}
          autoComplete="bday-year"
          className={select}
          disabled={disabled}
          value={year}
          onChange={(event) => choose({ month, year: event.currentTarget.value })}
        >
          <option value="">{t`Year`}</option>
          {Array.from({ length: OLDEST_YEARS }, (_, age) => String(latest - age)).map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </div>
      <p id={`${id}-hint`} className="text-sm text-soft">
        {t`You have to be 13 or older. You cannot change it later.`}
      </p>
      <FieldError message={error} />
    </fieldset>
  );
}
