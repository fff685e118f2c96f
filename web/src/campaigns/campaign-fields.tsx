import { type CreatorContent, describeWanted } from "@fairclick/core/accounts/creator-content";
import {
  type AudienceDevice,
  audienceDevices,
  describeAudience,
  describeDevice,
} from "@fairclick/core/campaigns/audience";
import {
  clickRuleChoices,
  MAX_HASHTAGS,
  RECOMMENDED_RATE_DOLLARS,
  suggestHashtags,
  type TypedTexts,
} from "@fairclick/core/campaigns/campaign-input";
import { describeJoinChoice, joinRules } from "@fairclick/core/campaigns/join-rule";
import { describePaysFor, paysForChoices } from "@fairclick/core/campaigns/pays-for";
import { clickRuleNames, describeClickRules } from "@fairclick/core/clicks/describe-click-rules";
import { countryCodes, countryName } from "@fairclick/core/countries";
import { currentLocale, t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { rich } from "../language/rich";
import { usePolicyNumbers } from "../policy/numbers";
import { policyQuery } from "../queries/policy";
import { Button } from "../ui/button";
import { ContentPicker } from "../ui/content-picker";
import { Field, FieldError, TextArea, TextField } from "../ui/fields";
import { CoverPicker, type CoverUpload } from "./cover-picker";
import type { CampaignFields } from "./draft";
import { type FieldErrors, toAudience } from "./field-rules";

/** A form about a campaign. The fields below are those of the wizard and of the settings. */
export type CampaignForm = {
  values: CampaignFields;
  errors: FieldErrors;
  /** Changes fields, and clears their errors. */
  set: (next: Partial<CampaignFields>) => void;
};

type FieldProps = { form: CampaignForm };

const figures = { inputMode: "decimal", className: "font-figures" } as const;

const inputs = {
  gameUrl: {
    label: t`Game URL`,
    type: "url",
    placeholder: "https://www.roblox.com/games/…",
    hint: t`Where every click leads. A Roblox game in any form: its page, a start link, roblox:// or ro.blox.com.`,
  },
  gameTitle: { label: t`Game title` },
  description: { label: t`Description`, rows: 4 },
  coverAlt: {
    label: t`Cover description (optional)`,
    hint: t`For people who do not see the image.`,
  },
  targetAudience: {
    label: t`Target audience`,
    placeholder: t`Players of 9 to 13 who like obbies`,
  },
  trailerLink: { label: t`Trailer link (optional)`, type: "url" },
  conversionTips: {
    label: t`Content to display`,
    rows: 5,
    hint: t`What creators should show and say.`,
  },
  payoutRate: {
    label: t`Payout rate`,
    placeholder: RECOMMENDED_RATE_DOLLARS.toFixed(2),
    hint: t`Dollars per 1,000 valid clicks. Recommended: $${RECOMMENDED_RATE_DOLLARS.toFixed(2)} per 1,000 clicks.`,
    ...figures,
  },
  dailyCap: {
    label: t`Per day (optional)`,
    hint: t`Dollars that the clicks of one day can spend. Days begin at midnight UTC.`,
    ...figures,
  },
  creatorCap: {
    label: t`Per creator (optional)`,
    hint: t`Dollars that all clicks of one creator can spend.`,
    ...figures,
  },
  startDate: { label: t`Start date`, type: "date" },
  endDate: {
    label: t`End date`,
    type: "date",
    hint: t`The campaign ends as this day begins.`,
  },
} as const satisfies Partial<Record<keyof CampaignFields, object>> &
  Record<Exclude<keyof TypedTexts, "hashtags">, object>;

/** A field that holds a text, an amount or a day. */
export function CampaignField({ form, name }: FieldProps & { name: keyof typeof inputs }) {
  const input = inputs[name];
  const state = {
    name,
    value: form.values[name],
    error: form.errors[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      form.set({ [name]: currentTarget.value }),
  };
  return "rows" in input ? <TextArea {...input} {...state} /> : <TextField {...input} {...state} />;
}

/** The texts about the game between the description and what creators should show. */
export function GameTextFields({ form }: FieldProps) {
  return (
    <>
      <CampaignField form={form} name="targetAudience" />
      <CampaignField form={form} name="trailerLink" />
    </>
  );
}

/** The cover and its description. `upload` is null for visitors, who cannot upload. */
export function CoverField({ form, upload }: FieldProps & { upload: CoverUpload | null }) {
  const { coverHash, gameTitle, tags } = form.values;
  return (
    <CoverPicker
      hash={coverHash}
      game={{ title: gameTitle, genres: tags }}
      upload={upload}
      error={form.errors.coverHash}
      onRemove={() => form.set({ coverHash: "", coverAlt: "" })}
    >
      <CampaignField form={form} name="coverAlt" />
    </CoverPicker>
  );
}

export function HashtagField({ form }: FieldProps) {
  const { hashtags: chosen, gameTitle, tags } = form.values;
  const [typed, setTyped] = useState("");
  const full = chosen.length >= MAX_HASHTAGS;
  const suggestions = suggestHashtags(gameTitle, tags).filter(
    (tag) => !chosen.some((each) => each.toLowerCase() === tag.toLowerCase()),
  );

  function add(tag: string) {
    form.set({ hashtags: addHashtag(chosen, tag) });
    setTyped("");
  }

  return (
    <fieldset className="space-y-3">
      <legend className="sr-only">{t`Hashtags`}</legend>
      <Field label={t`Hashtags (up to ${MAX_HASHTAGS})`} error={form.errors.hashtags}>
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
        onRemove={(tag) => form.set({ hashtags: chosen.filter((each) => each !== tag) })}
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

type Audience = Pick<CampaignFields, "countries" | "devices">;

type AudienceFieldProps = FieldProps & {
  /** What can no longer be removed one by one; left out for a campaign that is not funded. */
  kept?: Audience | undefined;
};

const nothing: Audience = { countries: [], devices: [] };

/** The countries and devices that a campaign pays for, with a sentence on what they mean. */
export function AudienceField({ form, kept = nothing }: AudienceFieldProps) {
  const { countries, devices } = form.values;
  return (
    <div className="space-y-4">
      <CountryPicker form={form} kept={kept.countries} />
      <DevicePicker form={form} kept={kept.devices} />
      <p className="text-sm text-soft" aria-live="polite">
        {describeAudience(toAudience({ countries, devices })) ??
          t`Pays for clicks from every country and device.`}
      </p>
    </div>
  );
}

function CountryPicker({ form, kept }: FieldProps & { kept: readonly string[] }) {
  const { data: policy } = useQuery(policyQuery);
  const chosen = form.values.countries;
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
      <Field
        label={t`Countries`}
        hint={t`None chosen: every country.`}
        error={form.errors.countries}
      >
        {(control) => (
          <select
            {...control}
            value=""
            onChange={(event) => form.set({ countries: [...chosen, event.currentTarget.value] })}
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
        onRemove={(code) => form.set({ countries: chosen.filter((each) => each !== code) })}
      />
    </div>
  );
}

const byName = countryCodes
  .map((code) => ({ code, name: countryName(code) }))
  .sort((a, b) => a.name.localeCompare(b.name, currentLocale()));

function DevicePicker({ form, kept }: FieldProps & { kept: readonly AudienceDevice[] }) {
  const chosen = form.values.devices;
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
              form.set({
                devices: audienceDevices.filter((each) =>
                  each === device ? checked : chosen.includes(each),
                ),
              })
            }
          />
          <span className="first-letter:uppercase">{describeDevice(device)}</span>
        </label>
      ))}
      <p className="text-sm text-soft">{t`None chosen: every device, televisions included.`}</p>
    </fieldset>
  );
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
function ChosenItems({ items, nameOf = (item) => item, kept = [], onRemove }: ChosenItemsProps) {
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

type WantedFieldProps = FieldProps & {
  /** What can only be extended, because creators have joined; left out before that. */
  kept?: CreatorContent | undefined;
};

/** The creators that the campaign wants; nothing chosen wants all. */
export function WantedField({ form, kept }: WantedFieldProps) {
  const { wantedCategories: categories, wantedPlatforms: platforms } = form.values;
  const summary = describeWanted({ categories, platforms });
  return (
    <div className="space-y-4">
      <ContentPicker
        value={{ categories, platforms }}
        kept={kept}
        onChange={(next) =>
          form.set({ wantedCategories: next.categories, wantedPlatforms: next.platforms })
        }
        categoriesLabel={t`They make`}
        platformsLabel={t`They publish on`}
      />
      <p className="text-sm text-soft" aria-live="polite">
        {summary === null ? t`All creators can join.` : t`Wants creators of: ${summary}`}
      </p>
    </div>
  );
}

/** Who may join, with a sentence on what each choice means. */
export function JoinRuleField({ form }: FieldProps) {
  return (
    <Choices
      legend={t`Who may join`}
      all={joinRules}
      chosen={form.values.whoMayJoin}
      name={(rule) => describeJoinChoice(rule).name}
      meaning={(rule) => describeJoinChoice(rule).meaning}
      onChange={(whoMayJoin) => form.set({ whoMayJoin })}
    />
  );
}

type TermsFieldProps = FieldProps & {
  /** Whether only the choice that is better for creators is left, because they could have joined for it. */
  isFixed?: boolean;
};

/** What the campaign pays for, with a sentence on what each choice means. */
export function PaysForField({ form, isFixed = false }: TermsFieldProps) {
  return (
    <Choices
      legend={t`What the campaign pays for`}
      all={paysForChoices}
      chosen={form.values.paysFor}
      error={form.errors.paysFor}
      isOff={(choice) => isFixed && choice === "players"}
      name={(choice) => describePaysFor(choice).name}
      meaning={(choice) => describePaysFor(choice).meaning}
      onChange={(paysFor) => form.set({ paysFor })}
    >
      <p className="text-sm text-soft">
        {t`Creators see your choice before they join. Once the campaign is funded it can still become “Every valid click”, but not the other way round.`}
      </p>
      <p className="text-sm text-soft">
        {rich`The rules find programs and repeated clicks. Slow clicks through many homes look like people's: only a game that reports its players shows them. Read ${<Link to="/">{t`what is caught, and what is not`}</Link>}.`}
      </p>
    </Choices>
  );
}

/** The choice of click rules, with a sentence on what each means. */
export function ClickRulesField({ form, isFixed = false }: TermsFieldProps) {
  const numbers = usePolicyNumbers();
  return (
    <Choices
      legend={t`Addresses of many people`}
      all={clickRuleChoices}
      chosen={form.values.clickRules}
      isOff={(rules) => isFixed && rules === "literal"}
      name={(rules) => clickRuleNames[rules]}
      meaning={(rules) => describeClickRules(rules, numbers)}
      onChange={(clickRules) => form.set({ clickRules })}
    >
      <p className="text-sm text-soft">
        {t`Creators see your choice before they join. Once the campaign is funded it can still count more, but not less.`}
      </p>
    </Choices>
  );
}

type ChoicesProps<Item extends string> = {
  legend: string;
  all: readonly Item[];
  chosen: Item;
  error?: string | undefined;
  /** Whether a choice cannot be made any more. */
  isOff?: (item: Item) => boolean;
  name: (item: Item) => string;
  meaning: (item: Item) => string;
  onChange: (item: Item) => void;
  children?: ReactNode;
};

function Choices<Item extends string>(props: ChoicesProps<Item>) {
  const { legend, all, chosen, error, isOff, name, meaning, onChange, children } = props;
  const group = useId();
  return (
    <fieldset data-invalid={error ? "" : undefined} className="space-y-3">
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      {all.map((item) => (
        <label key={item} className="flex items-start gap-3">
          <input
            type="radio"
            name={group}
            value={item}
            className="mt-1.5"
            checked={chosen === item}
            disabled={isOff?.(item)}
            onChange={() => onChange(item)}
          />
          <span>
            {name(item)}
            <span className="block text-sm text-soft">{meaning(item)}</span>
          </span>
        </label>
      ))}
      <FieldError message={error} />
      {children}
    </fieldset>
  );
}
