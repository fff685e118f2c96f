import {
  type CreatorContent,
  contentCategories,
  contentPlatforms,
} from "@fairclick/core/campaigns/creator-content";

type ContentPickerProps = {
  value: CreatorContent;
  onChange: (value: CreatorContent) => void;
  categoriesLabel: string;
  platformsLabel: string;
};

/** Choices of what creators make, and where. */
export function ContentPicker(props: ContentPickerProps) {
  const { value, onChange, categoriesLabel, platformsLabel } = props;
  return (
    <div className="space-y-4">
      <Chips
        label={categoriesLabel}
        all={contentCategories}
        chosen={value.categories}
        onChange={(categories) => onChange({ ...value, categories })}
      />
      <Chips
        label={platformsLabel}
        all={contentPlatforms}
        chosen={value.platforms}
        onChange={(platforms) => onChange({ ...value, platforms })}
      />
    </div>
  );
}

type ChipsProps<Item extends string> = {
  label: string;
  all: readonly Item[];
  chosen: Item[];
  onChange: (chosen: Item[]) => void;
};

function Chips<Item extends string>({ label, all, chosen, onChange }: ChipsProps<Item>) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {all.map((item) => {
          const pressed = chosen.includes(item);
          return (
            <button
              key={item}
              type="button"
              aria-pressed={pressed}
              className="chip"
              onClick={() =>
                onChange(pressed ? chosen.filter((each) => each !== item) : [...chosen, item])
              }
            >
              {item}
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}
