import { t } from "@fairclick/core/language/t";
import { useWatch } from "react-hook-form";
import { ContentPicker } from "../../../ui/content-picker";
import type { Wizard } from "./use-wizard";

/** The creators that the campaign wants; nothing chosen wants all. */
export function WantedField({ wizard }: { wizard: Wizard }) {
  const { control } = wizard.form;
  const [categories, platforms] = useWatch({
    control,
    name: ["wantedCategories", "wantedPlatforms"],
  });
  return (
    <details>
      <summary className="min-h-11 py-2 font-semibold">{t`Wanted creators (optional)`}</summary>
      <p className="mb-3 text-sm text-soft">
        {t`Only creators whose profile names one of your choices can join. Creators declare this themselves; Fairclick does not check it. Once somebody has joined, you can want more creators, but not fewer.`}
      </p>
      <ContentPicker
        value={{ categories, platforms }}
        onChange={wizard.chooseWanted}
        categoriesLabel={t`They make`}
        platformsLabel={t`They publish on`}
      />
    </details>
  );
}
