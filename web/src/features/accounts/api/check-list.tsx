type Option = { value: string; label: string; detail: string };

type CheckListProps = {
  legend: string;
  options: readonly Option[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

/** Checkboxes of which any number can be chosen. */
export function CheckList({ legend, options, chosen, onChange }: CheckListProps) {
  const toggle = (value: string, checked: boolean) =>
    onChange(checked ? [...chosen, value] : chosen.filter((each) => each !== value));
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      {options.map(({ value, label, detail }) => (
        <label key={value} className="flex items-start gap-3">
          <input
            type="checkbox"
            className="mt-1 size-5 shrink-0"
            checked={chosen.includes(value)}
            onChange={(event) => toggle(value, event.currentTarget.checked)}
          />
          <span className="min-w-0">
            <span className="break-words font-semibold">{label}</span>{" "}
            <span className="block text-sm text-soft">{detail}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
