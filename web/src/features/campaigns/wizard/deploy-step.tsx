import { t } from "@fairclick/core/language/t";
import { TextArea, TextField } from "../../../ui/field";
import type { Wizard } from "./use-wizard";

export function DeployStep({ wizard }: { wizard: Wizard }) {
  const { errors } = wizard.form.formState;
  return (
    <>
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField
          label={t`Start date`}
          type="date"
          error={errors.startDate?.message}
          {...wizard.field("startDate")}
        />
        <TextField
          label={t`End date`}
          type="date"
          hint={t`The campaign ends as this day begins.`}
          error={errors.endDate?.message}
          {...wizard.field("endDate")}
        />
      </div>
      <TextArea
        label={t`Content to display`}
        rows={5}
        hint={t`What creators should show and say.`}
        error={errors.contentToDisplay?.message}
        {...wizard.field("contentToDisplay")}
      />
    </>
  );
}
