import { t } from "@fairclick/core/language/t";
import { useWatch } from "react-hook-form";
import { TextField } from "../../../ui/field";
import { CoverPicker } from "../cover/cover-picker";
import type { Wizard } from "./use-wizard";

export function CoverImageField({ wizard }: { wizard: Wizard }) {
  const { control, formState } = wizard.form;
  const [hash, title, genres] = useWatch({ control, name: ["coverHash", "gameTitle", "tags"] });
  return (
    <CoverPicker
      hash={hash}
      game={{ title, genres }}
      upload={wizard.coverUpload}
      error={formState.errors.coverHash?.message}
      onRemove={() => wizard.chooseCover("")}
    >
      <TextField
        label={t`Cover description (optional)`}
        hint={t`For people who do not see the image.`}
        error={formState.errors.coverAlt?.message}
        {...wizard.field("coverAlt")}
      />
    </CoverPicker>
  );
}
