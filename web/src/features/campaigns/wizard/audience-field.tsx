import { t } from "@fairclick/core/language/t";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { AudienceChoice } from "../audience/audience-choice";
import type { Wizard } from "./use-wizard";

/** The countries and devices that the campaign pays for; closed until somebody wants to choose. */
export function AudienceField({ wizard }: { wizard: Wizard }) {
  const { control } = wizard.form;
  const [countries, devices] = useWatch({ control, name: ["countries", "devices"] });
  const error = wizard.form.formState.errors.countries?.message;
  // Stays as it was opened while choices come and go.
  const [open, setOpen] = useState(countries.length + devices.length > 0);
  return (
    <details
      open={open || error !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="cursor-pointer font-semibold">
        {t`Pay only for some countries or devices (optional)`}
      </summary>
      <div className="mt-4 space-y-4">
        <AudienceChoice
          chosen={{ countries, devices }}
          error={error}
          onChange={wizard.chooseAudience}
        />
        <p className="text-sm text-soft">
          {t`Creators see this before they join. Once the campaign is funded you can add countries and devices, but remove none.`}
        </p>
      </div>
    </details>
  );
}
