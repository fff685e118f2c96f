import {
  type AudienceDevice,
  audienceDeviceNames,
  audienceDevices,
} from "@fairclick/core/campaigns/audience";
import { countryCodes, countryName } from "@fairclick/core/campaigns/countries";
import { describeAudience } from "@fairclick/core/campaigns/describe-audience";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { policyQuery } from "../../../queries/policy";
import { Field } from "../../../ui/field";
import { ChosenItems } from "./chosen-items";
import type { Wizard } from "./use-wizard";
import { chosenAudience } from "./wizard-payload";

/** The countries and devices that the campaign pays for; closed until somebody wants to choose. */
export function AudienceField({ wizard }: { wizard: Wizard }) {
  const { control } = wizard.form;
  const [countries, devices] = useWatch({ control, name: ["countries", "devices"] });
  const error = wizard.form.formState.errors.countries?.message;
  // Stays as it was opened while choices come and go.
  const [open, setOpen] = useState(countries.length + devices.length > 0);
  const meaning = describeAudience(chosenAudience({ countries, devices }));
  return (
    <details
      open={open || error !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="cursor-pointer font-semibold">
        Pay only for some countries or devices (optional)
      </summary>
      <div className="mt-4 space-y-4">
        <CountryPicker wizard={wizard} chosen={countries} error={error} />
        <DevicePicker wizard={wizard} chosen={devices} />
        <p className="text-sm text-soft" aria-live="polite">
          {meaning ?? "Pays for clicks from every country and device."}
        </p>
        <p className="text-sm text-soft">
          Creators see this before they join. Once the campaign is funded you can add countries and
          devices, but remove none.
        </p>
      </div>
    </details>
  );
}

type CountryPickerProps = { wizard: Wizard; chosen: string[]; error: string | undefined };

function CountryPicker({ wizard, chosen, error }: CountryPickerProps) {
  const { data: policy } = useQuery(policyQuery);
  if (policy?.countriesKnown === false) {
    return (
      <p className="text-sm text-soft">
        Countries cannot be chosen here: this marketplace does not know where clicks come from.
      </p>
    );
  }
  const left = byName.filter(({ code }) => !chosen.includes(code));
  return (
    <div className="space-y-3">
      <Field label="Countries" hint="None chosen: every country." error={error}>
        {(control) => (
          <select
            {...control}
            value=""
            onChange={(event) => wizard.chooseCountries([...chosen, event.currentTarget.value])}
          >
            <option value="" disabled>
              Add a country
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
        nameOf={countryName}
        onRemove={(code) => wizard.chooseCountries(chosen.filter((each) => each !== code))}
      />
    </div>
  );
}

const byName = countryCodes
  .map((code) => ({ code, name: countryName(code) }))
  .sort((a, b) => a.name.localeCompare(b.name, "en"));

function DevicePicker({ wizard, chosen }: { wizard: Wizard; chosen: AudienceDevice[] }) {
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1.5">Devices</legend>
      {audienceDevices.map((device) => (
        <label key={device} className="flex items-center gap-3">
          <input
            type="checkbox"
            checked={chosen.includes(device)}
            onChange={({ currentTarget: { checked } }) =>
              wizard.chooseDevices(
                audienceDevices.filter((each) =>
                  each === device ? checked : chosen.includes(each),
                ),
              )
            }
          />
          <span className="first-letter:uppercase">
            {audienceDeviceNames[device].join(" and ")}
          </span>
        </label>
      ))}
      <p className="text-sm text-soft">None chosen: every device, televisions included.</p>
    </fieldset>
  );
}
