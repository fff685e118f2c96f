import { MAX_HASHTAGS, suggestHashtags } from "@fairclick/core/campaigns/campaign-input";
import { t } from "@fairclick/core/language/t";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { Button } from "../ui/button";
import { ContentPicker } from "../ui/content-picker";
import { Field, TextArea, TextField } from "../ui/fields";
import { AudienceChoice, ChosenItems } from "./audience";
import { JoinRuleChoice } from "./join-rule-choice";
import type { Wizard } from "./wizard";

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

/** Adds a hashtag, unless it is empty, a duplicate (ignoring case) or above the maximum. */
export function addHashtag(chosen: string[], typed: string): string[] {
  const word = typed.trim().replace(/^#+/, "");
  const tag = `#${word}`;
  const known = chosen.some((each) => each.toLowerCase() === tag.toLowerCase());
  return word === "" || known || chosen.length >= MAX_HASHTAGS ? chosen : [...chosen, tag];
}

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

/** Who may join the campaign; closed until somebody wants to choose. */
export function JoinRuleField({ wizard }: { wizard: Wizard }) {
  const chosen = useWatch({ control: wizard.form.control, name: "whoMayJoin" });
  return (
    <details>
      <summary className="min-h-11 py-2 font-semibold">{t`Who may join (optional)`}</summary>
      <p className="mb-3 text-sm text-soft">
        {t`You can change this at any time. Creators who have joined stay.`}
      </p>
      <JoinRuleChoice chosen={chosen || "everybody"} onChange={wizard.chooseJoinRule} />
    </details>
  );
}
