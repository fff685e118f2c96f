import {
  type ContentCategory,
  type ContentPlatform,
  type CreatorContent,
  contentCategories,
  contentName,
  contentPlatforms,
} from "@fairclick/core/accounts/creator-content";
import { t } from "@fairclick/core/language/t";

type ContentPickerProps = {
  value: CreatorContent;
  /** What can only be extended: a list of it may be cleared as a whole, which means everything. */
  kept?: CreatorContent | undefined;
  onChange: (value: CreatorContent) => void;
  categoriesLabel: string;
  platformsLabel: string;
};

/** Choices of what creators make, and where. */
export function ContentPicker(props: ContentPickerProps) {
  const { value, kept, onChange, categoriesLabel, platformsLabel } = props;
  return (
    <div className="space-y-4">
      <Chips
        label={categoriesLabel}
        all={contentCategories}
        chosen={value.categories}
        kept={kept?.categories}
        onChange={(categories) => onChange({ ...value, categories })}
      />
      <Chips
        label={platformsLabel}
        all={contentPlatforms}
        chosen={value.platforms}
        kept={kept?.platforms}
        onChange={(platforms) => onChange({ ...value, platforms })}
      />
    </div>
  );
}

type Choice = ContentCategory | ContentPlatform;

type ChipsProps<Item extends Choice> = {
  label: string;
  all: readonly Item[];
  chosen: Item[];
  kept: Item[] | undefined;
  onChange: (chosen: Item[]) => void;
};

function Chips<Item extends Choice>({ label, all, chosen, kept, onChange }: ChipsProps<Item>) {
  const isOpen = chosen.length === 0;
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {kept ? (
          <Chip
            text={t`All`}
            pressed={isOpen}
            disabled={kept.length === 0}
            onPress={() => onChange(isOpen ? kept : [])}
          />
        ) : null}
        {all.map((item) => {
          const pressed = chosen.includes(item);
          const others = chosen.filter((each) => each !== item);
          return (
            <Chip
              key={item}
              text={contentName(item)}
              pressed={pressed}
              disabled={kept !== undefined && (isOpen || kept.includes(item))}
              onPress={() => onChange(pressed ? others : [...chosen, item])}
            />
          );
        })}
      </div>
    </fieldset>
  );
}

type ChipProps = { text: string; pressed: boolean; disabled: boolean; onPress: () => void };

function Chip({ text, pressed, disabled, onPress }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      disabled={disabled}
      className="chip"
      onClick={onPress}
    >
      {text}
    </button>
  );
}
