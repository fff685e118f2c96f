import {
  type AudienceDevice,
  audienceDevices,
  describeAudience,
  describeDevice,
} from "@fairclick/core/campaigns/audience";
import { countryCodes, countryName } from "@fairclick/core/countries";
import { currentLocale, t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { policyQuery } from "../queries/policy";
import { Field } from "../ui/fields";

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

/** Empty lists choose everything. */
export type ChosenAudience = { countries: string[]; devices: AudienceDevice[] };

/** Returns the audience as the API has it. */
export function toAudience({ countries, devices }: ChosenAudience) {
  return {
    countries: countries.length > 0 ? countries : null,
    devices: devices.length > 0 ? devices : null,
  };
}

type ChosenItemsProps = {
  items: string[];
  /** The text of an item; the item itself if it is left out. */
  nameOf?: (item: string) => string;
  /** Items without a button that removes them. */
  kept?: readonly string[];
  onRemove: (item: string) => void;
};

/** What was chosen, each with a button that removes it. */
export function ChosenItems({
  items,
  nameOf = (item) => item,
  kept = [],
  onRemove,
}: ChosenItemsProps) {
  if (items.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {items.map((item) => (
        <li key={item} className="chip" data-chosen="true">
          {nameOf(item)}
          {kept.includes(item) ? null : (
            <button
              type="button"
              aria-label={t`Remove ${nameOf(item)}`}
              onClick={() => onRemove(item)}
              className="-my-2 -mr-2 p-2"
            >
              <X aria-hidden="true" className="size-3.5" />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
