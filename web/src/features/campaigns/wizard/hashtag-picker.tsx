import { MAX_HASHTAGS, suggestHashtags } from "@fairclick/core/campaigns/campaign-input";
import { t } from "@fairclick/core/language/t";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { Button } from "../../../ui/button";
import { Field } from "../../../ui/field";
import { ChosenItems } from "../audience/chosen-items";
import { addHashtag } from "./add-hashtag";
import type { Wizard } from "./use-wizard";

export function HashtagPicker({ wizard }: { wizard: Wizard }) {
  const { control, formState } = wizard.form;
  const [chosen, title, tags] = useWatch({ control, name: ["hashtags", "gameTitle", "tags"] });
  const [typed, setTyped] = useState("");
  const full = chosen.length >= MAX_HASHTAGS;
  const suggestions = suggestHashtags(title, tags).filter(
    (tag) => !chosen.some((each) => each.toLowerCase() === tag.toLowerCase()),
  );

  function add(tag: string) {
    wizard.chooseHashtags(addHashtag(chosen, tag));
    setTyped("");
  }

  return (
    <fieldset className="space-y-3">
      <legend className="sr-only">{t`Hashtags`}</legend>
      <Field label={t`Hashtags (up to ${MAX_HASHTAGS})`} error={formState.errors.hashtags?.message}>
        {(control) => (
          <div className="flex gap-2">
            <input
              {...control}
              value={typed}
              disabled={full}
              placeholder={t`#YourHashtag`}
              onChange={(event) => setTyped(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return;
                event.preventDefault();
                add(typed);
              }}
            />
            <Button disabled={full} onClick={() => add(typed)}>
              {t`Add`}
            </Button>
          </div>
        )}
      </Field>
      <ChosenItems
        items={chosen}
        onRemove={(tag) => wizard.chooseHashtags(chosen.filter((each) => each !== tag))}
      />
      {suggestions.length > 0 && !full ? (
        <div>
          <p className="mb-1.5 text-sm text-soft">{t`Suggestions`}</p>
          <div className="flex flex-wrap gap-2">
            {suggestions.map((tag) => (
              <button key={tag} type="button" className="chip" onClick={() => add(tag)}>
                {tag}
              </button>
            ))}
          </div>
        </div>
      ) : null}
    </fieldset>
  );
}
