import { MAX_GENRES } from "@fairclick/core/campaigns/campaign-input";
import { genreName, genres } from "@fairclick/core/campaigns/genres";
import { t } from "@fairclick/core/language/t";
import { useWatch } from "react-hook-form";
import { FieldError } from "../../../ui/field";
import type { Wizard } from "./use-wizard";

export function GenrePicker({ wizard }: { wizard: Wizard }) {
  const chosen = useWatch({ control: wizard.form.control, name: "tags" });
  const full = chosen.length >= MAX_GENRES;
  const error = wizard.form.formState.errors.tags?.message;
  return (
    <fieldset data-invalid={error ? "" : undefined} className="space-y-2">
      <legend className="mb-1.5 font-semibold">{t`Genre tags (up to ${MAX_GENRES})`}</legend>
      <div className="flex flex-wrap gap-2">
        {genres.map((genre) => {
          const pressed = chosen.includes(genre);
          return (
            <button
              key={genre}
              type="button"
              aria-pressed={pressed}
              disabled={full && !pressed}
              onClick={() =>
                wizard.chooseTags(
                  pressed ? chosen.filter((each) => each !== genre) : [...chosen, genre],
                )
              }
              className="chip"
            >
              {genreName(genre)}
            </button>
          );
        })}
      </div>
      <FieldError message={error} />
    </fieldset>
  );
}
