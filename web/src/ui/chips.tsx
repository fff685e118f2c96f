import {
  type ContentCategory,
  type ContentPlatform,
  type CreatorContent,
  contentCategories,
  contentName,
  contentPlatforms,
} from "@fairclick/core/accounts/creator-content";
import { t } from "@fairclick/core/language/t";
import { type ReactNode, useId } from "react";
import { FieldError } from "./fields";

type ChipProps = {
  text: string;
  pressed: boolean;
  disabled?: boolean;
  onPress: () => void;
};

/** A choice that stays pressed. */
export function Chip({ text, pressed, disabled = false, onPress }: ChipProps) {
  return (
    <button
      type="button"
      className="chip"
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onPress}
    >
      {text}
    </button>
  );
}

type ChipsProps<Item extends string> = {
  label: string;
  all: readonly Item[];
  chosen: readonly Item[];
  name: (item: Item) => string;
  hint?: string;
  error?: string | undefined;
  required?: boolean;
  /** The most that can be chosen; without it all. */
  max?: number;
  isFixed?: (item: Item) => boolean;
  onChange: (chosen: Item[]) => void;
  /** A choice before the others. */
  first?: ReactNode;
};

/** Several choices of a list, in the order of the list. */
export function Chips<Item extends string>(props: ChipsProps<Item>) {
  const { label, all, chosen, name, hint, error, required, isFixed, onChange, first } = props;
  const isFull = chosen.length >= (props.max ?? all.length);
  const hintId = useId();
  return (
    <fieldset
      data-invalid={error ? "" : undefined}
      aria-describedby={hint ? hintId : undefined}
      className="space-y-2"
    >
      <legend data-required={required} className="mb-1.5 font-semibold">
        {label}
      </legend>
      <div className="flex flex-wrap gap-2">
        {first}
        {all.map((item) => {
          const pressed = chosen.includes(item);
          return (
            <Chip
              key={item}
              text={name(item)}
              pressed={pressed}
              disabled={isFixed?.(item) || (isFull && !pressed)}
              onPress={() =>
                onChange(all.filter((each) => chosen.includes(each) !== (each === item)))
              }
            />
          );
        })}
      </div>
      {hint ? (
        <p id={hintId} className="text-sm text-soft">
          {hint}
        </p>
      ) : null}
      <FieldError message={error} />
    </fieldset>
  );
}

type ContentPickerProps = {
  value: CreatorContent;
  /** What can only be extended: a list of it may be cleared as a whole, which means everything. */
  kept?: CreatorContent | undefined;
  onChange: (value: CreatorContent) => void;
  categoriesLabel: string;
  platformsLabel: string;
};

export function ContentPicker(props: ContentPickerProps) {
  const { value, kept, onChange, categoriesLabel, platformsLabel } = props;
  return (
    <div className="space-y-4">
      <ContentChips
        label={categoriesLabel}
        all={contentCategories}
        chosen={value.categories}
        kept={kept?.categories}
        onChange={(categories) => onChange({ ...value, categories })}
      />
      <ContentChips
        label={platformsLabel}
        all={contentPlatforms}
        chosen={value.platforms}
        kept={kept?.platforms}
        onChange={(platforms) => onChange({ ...value, platforms })}
      />
    </div>
  );
}

type ContentChipsProps<Item extends ContentCategory | ContentPlatform> = {
  label: string;
  all: readonly Item[];
  chosen: Item[];
  kept: Item[] | undefined;
  onChange: (chosen: Item[]) => void;
};

function ContentChips<Item extends ContentCategory | ContentPlatform>({
  kept,
  ...chips
}: ContentChipsProps<Item>) {
  const wantsAll = chips.chosen.length === 0;
  return (
    <Chips
      {...chips}
      name={contentName}
      isFixed={(item) => kept !== undefined && (wantsAll || kept.includes(item))}
      first={
        kept ? (
          <Chip
            text={t`All`}
            pressed={wantsAll}
            disabled={kept.length === 0}
            onPress={() => chips.onChange(wantsAll ? kept : [])}
          />
        ) : null
      }
    />
  );
}
