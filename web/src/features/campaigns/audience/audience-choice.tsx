import {
  type AudienceDevice,
  audienceDevices,
  describeAudience,
  describeDevice,
} from "@fairclick/core/campaigns/audience";
import { countryCodes, countryName } from "@fairclick/core/countries";
import { currentLocale, t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { policyQuery } from "../../../queries/policy";
import { Field } from "../../../ui/field";
import { type ChosenAudience, toAudience } from "./chosen-audience";
import { ChosenItems } from "./chosen-items";

type AudienceChoiceProps = {
  chosen: ChosenAudience;
  /** What can no longer be removed one by one; empty lists for a new campaign. */
  kept?: ChosenAudience;
  /** The error about countries. */
  error?: string | undefined;
  onChange: (next: ChosenAudience) => void;
};

const nothing: ChosenAudience = { countries: [], devices: [] };

/** The countries and devices that a campaign pays for, with a sentence on what they mean. */
export function AudienceChoice({ chosen, kept = nothing, error, onChange }: AudienceChoiceProps) {
  return (
    <div className="space-y-4">
      <CountryPicker
        chosen={chosen.countries}
        kept={kept.countries}
        error={error}
        onChange={(countries) => onChange({ ...chosen, countries })}
      />
      <DevicePicker
        chosen={chosen.devices}
        kept={kept.devices}
        onChange={(devices) => onChange({ ...chosen, devices })}
      />
      <p className="text-sm text-soft" aria-live="polite">
        {describeAudience(toAudience(chosen)) ?? t`Pays for clicks from every country and device.`}
      </p>
    </div>
  );
}

type PickerProps<Item> = { chosen: Item[]; kept: Item[]; onChange: (next: Item[]) => void };

function CountryPicker({
  chosen,
  kept,
  error,
  onChange,
}: PickerProps<string> & { error: string | undefined }) {
  const { data: policy } = useQuery(policyQuery);
  if (policy?.countriesKnown === false && kept.length === 0) {
    return (
      <p className="text-sm text-soft">
        {t`Countries cannot be chosen here: this marketplace does not know where clicks come from.`}
      </p>
    );
  }
  const left = byName.filter(({ code }) => !chosen.includes(code));
  return (
    <div className="space-y-3">
      <Field label={t`Countries`} hint={t`None chosen: every country.`} error={error}>
        {(control) => (
          <select
            {...control}
            value=""
            onChange={(event) => onChange([...chosen, event.currentTarget.value])}
          >
            <option value="" disabled>
              {t`Add a country`}
            </option>
            {left.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <ChosenItems
        items={chosen}
        kept={kept}
        nameOf={countryName}
        onRemove={(code) => onChange(chosen.filter((each) => each !== code))}
      />
    </div>
  );
}

const byName = countryCodes
  .map((code) => ({ code, name: countryName(code) }))
  .sort((a, b) => a.name.localeCompare(b.name, currentLocale()));

function DevicePicker({ chosen, kept, onChange }: PickerProps<AudienceDevice>) {
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1.5">{t`Devices`}</legend>
      {audienceDevices.map((device) => (
        <label key={device} className="flex items-center gap-3">
          <input
            type="checkbox"
            checked={chosen.includes(device)}
            disabled={kept.includes(device) && chosen.includes(device)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(
                audienceDevices.filter((each) =>
                  each === device ? checked : chosen.includes(each),
                ),
              )
            }
          />
          <span className="first-letter:uppercase">{describeDevice(device)}</span>
        </label>
      ))}
      <p className="text-sm text-soft">{t`None chosen: every device, televisions included.`}</p>
    </fieldset>
  );
}
