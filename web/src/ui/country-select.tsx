import { countryCodes, countryName } from "@fairclick/core/countries";
import { currentLocale } from "@fairclick/core/language/t";
import type { ComponentProps, ReactNode } from "react";
import { Field } from "./fields";

type CountrySelectProps = ComponentProps<"select"> & {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Text of an option without a country; without it there is no such option. */
  none?: string;
};

const options = countryCodes
  .map((code) => ({ code, name: countryName(code) }))
  .sort((a, b) => a.name.localeCompare(b.name, currentLocale()));

/** A choice of any country. */
export function CountrySelect({ label, hint, error, none, ...select }: CountrySelectProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select {...select} {...control}>
          {none === undefined ? null : <option value="">{none}</option>}
          {options.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
