import { type CreatorContent, describeWanted } from "@fairclick/core/accounts/creator-content";
import {
  type AudienceDevice,
  audienceDevices,
  describeAudience,
} from "@fairclick/core/campaigns/audience";
import { clickRuleChoices } from "@fairclick/core/campaigns/campaign-input";
import { describeJoinChoice, joinRules } from "@fairclick/core/campaigns/join-rule";
import { describePaysFor, paysForChoices } from "@fairclick/core/campaigns/pays-for";
import { clickRuleNames, describeClickRules } from "@fairclick/core/clicks/category-names";
import { countryName } from "@fairclick/core/countries";
import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { rich } from "../language/rich";
import { usePolicyNumbers } from "../policy/facts";
import { policyQuery } from "../queries/accounts";
import { CountryOptions } from "../session/country";
import { Chips, ContentPicker } from "../ui/chips";
import { Field, FieldError } from "../ui/fields";
import { CampaignField, ChosenItems, type FieldProps } from "./campaign-fields";
import type { CampaignFields } from "./draft";
import { toAudience } from "./typed-fields";

type Audience = Pick<CampaignFields, "countries" | "devices">;

type AudienceFieldProps = FieldProps & {
  hint: string;
  /** What can no longer be removed one by one; left out for a campaign that is not funded. */
  kept?: Audience | undefined;
};

const nothing: Audience = { countries: [], devices: [] };

/** The countries and devices that a campaign pays for, with a sentence on what they mean. */
export function AudienceField({ form, hint, kept = nothing }: AudienceFieldProps) {
  const { countries, devices } = form.values;
  return (
    <Group title={t`Countries and devices`} hint={hint}>
      <CountryPicker form={form} kept={kept.countries} />
      <Chips
        label={t`Devices`}
        hint={t`None chosen: every device, televisions included.`}
        all={audienceDevices}
        chosen={devices}
        name={(device) => deviceNames[device]}
        isFixed={(device) => kept.devices.includes(device) && devices.includes(device)}
        onChange={(chosen) => form.set({ devices: chosen })}
      />
      <p className="text-sm text-soft" aria-live="polite">
        {describeAudience(toAudience({ countries, devices })) ??
          t`Pays for clicks from every country and device.`}
      </p>
    </Group>
  );
}

const deviceNames: Record<AudienceDevice, string> = {
  phone: t`Phones, tablets`,
  desktop: t`Computers`,
  console: t`Consoles`,
};

type GroupProps = { title: string; hint: string; children: ReactNode };

function Group({ title, hint, children }: GroupProps) {
  return (
    <div className="space-y-4">
      <h3 className="text-lg">{title}</h3>
      <p className="text-sm text-soft">{hint}</p>
      {children}
    </div>
  );
}

export function LimitFields({ form, hint }: FieldProps & { hint: string }) {
  return (
    <Group title={t`Limits`} hint={hint}>
      <CampaignField form={form} name="dailyCap" />
      <CampaignField form={form} name="creatorCap" />
    </Group>
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
            <CountryOptions except={chosen} />
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

type WantedFieldProps = FieldProps & {
  hint: string;
  /** What can only be extended, because creators have joined; left out before that. */
  kept?: CreatorContent | undefined;
};

/** The creators that the campaign wants; nothing chosen wants all. */
export function WantedField({ form, hint, kept }: WantedFieldProps) {
  const { wantedCategories: categories, wantedPlatforms: platforms } = form.values;
  const summary = describeWanted({ categories, platforms });
  return (
    <Group title={t`Wanted creators`} hint={hint}>
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
    </Group>
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
      <details className="text-sm text-soft">
        <summary className="min-h-11 cursor-pointer py-2">{t`Which one is right for my game?`}</summary>
        <p className="mb-2">
          {t`Creators see your choice before they join. Once the campaign is funded it can still become “Every valid click”, but not the other way round.`}
        </p>
        {rich`The rules find programs and repeated clicks. Slow clicks through many homes look like people's: only a game that reports its players shows them. Read ${<a href="/rules#caught">{t`what is caught, and what is not`}</a>}.`}
      </details>
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
