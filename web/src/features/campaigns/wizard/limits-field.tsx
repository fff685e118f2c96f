import { t } from "@fairclick/core/language/t";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { TextField } from "../../../ui/field";
import { limitTexts } from "../limit-texts";
import type { Wizard } from "./use-wizard";

/** Limits on spending; closed until somebody wants to set one. */
export function LimitsField({ wizard }: { wizard: Wizard }) {
  const { control, formState } = wizard.form;
  const values = useWatch({ control, name: ["dailyCap", "creatorCap"] });
  const { dailyCap, creatorCap } = formState.errors;
  // Stays as it was opened while texts come and go.
  const [open, setOpen] = useState(values.some((value) => value !== ""));
  return (
    <details
      open={open || dailyCap !== undefined || creatorCap !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="cursor-pointer font-semibold">{t`Limit the spending (optional)`}</summary>
      <div className="mt-4 space-y-4">
        {(["dailyCap", "creatorCap"] as const).map((name) => (
          <TextField
            key={name}
            {...limitTexts[name]}
            inputMode="decimal"
            className="font-figures"
            error={formState.errors[name]?.message}
            {...wizard.field(name)}
          />
        ))}
        <p className="text-sm text-soft">
          {t`Clicks beyond a limit are not paid. Creators see the limits before they join; you can change them at any time.`}
        </p>
      </div>
    </details>
  );
}
