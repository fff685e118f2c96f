import { categoryName } from "@fairclick/core/clicks/category-names";
import { type Verdict, verdicts } from "@fairclick/core/clicks/signal";
import { type DeviceKind, deviceKinds } from "@fairclick/core/clicks/user-agent";
import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { campaignLinksQuery } from "../queries/campaigns";
import { campaignStatsQuery } from "../queries/clicks";
import { Field, TextField } from "../ui/fields";
import { originName } from "./origins";

/** `day` is a local calendar day, such as 2026-11-22. */
export type ClickFilter = {
  verdict?: Verdict;
  category?: string;
  creator?: string;
  country?: string;
  device?: DeviceKind;
  day?: string;
};

/** The page's `clicks` parameter without a condition. */
export const NO_FILTER = "all";

/** Reads the page's `clicks` parameter; leaves out what is not valid. */
export function readFilter(text: string): ClickFilter {
  const given = new URLSearchParams(text === NO_FILTER ? "" : text);
  const verdict = verdicts.find((each) => each === given.get("verdict"));
  const device = deviceKinds.find((each) => each === given.get("device"));
  const category = given.get("category");
  const creator = given.get("creator");
  const country = /^([A-Z]{2}|unknown)$/.exec(given.get("country") ?? "")?.[0];
  const day = /^\d{4}-\d{2}-\d{2}$/.exec(given.get("day") ?? "")?.[0];
  return {
    ...(verdict ? { verdict } : {}),
    ...(category ? { category } : {}),
    ...(creator ? { creator } : {}),
    ...(country ? { country } : {}),
    ...(device ? { device } : {}),
    ...(day && !Number.isNaN(Date.parse(`${day}T00:00`)) ? { day } : {}),
  };
}

export function writeFilter(filter: ClickFilter): string {
  return new URLSearchParams(filter).toString() || NO_FILTER;
}

/** Returns the conditions that the API accepts: a local day becomes a span of time. */
export function toConditions({ day, ...conditions }: ClickFilter) {
  if (day === undefined) return conditions;
  const from = new Date(`${day}T00:00`);
  const to = new Date(from.getFullYear(), from.getMonth(), from.getDate() + 1);
  return { ...conditions, from: from.toISOString(), to: to.toISOString() };
}

type ClickFiltersProps = {
  campaignId: string;
  filter: ClickFilter;
  onFilter: (filter: ClickFilter) => void;
};

const verdictNames: Record<Verdict, string> = {
  pending: t`pending`,
  valid: t`valid`,
  invalid: t`invalid`,
  held: t`held`,
  unpaid: t`unpaid`,
};

type Option = { value: string; label: string };

export function ClickFilters({ campaignId, filter, onFilter }: ClickFiltersProps) {
  const { data: stats } = useQuery(campaignStatsQuery(campaignId));
  const { data: links } = useQuery(campaignLinksQuery(campaignId));
  const categories = [...new Set(stats?.reasons.map(({ category }) => category).filter(Boolean))];
  const change = (name: keyof ClickFilter, value: string) => {
    const next = new URLSearchParams({ ...filter, [name]: value });
    onFilter(readFilter(next.toString()));
  };
  const select = (name: keyof ClickFilter, label: string, options: Option[]) => (
    <SelectField
      label={label}
      value={filter[name] ?? ""}
      options={options}
      onChange={(value) => change(name, value)}
    />
  );
  return (
    <div className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-6">
      {select(
        "verdict",
        t`Verdict`,
        verdicts.map((value) => ({ value, label: verdictNames[value] })),
      )}
      {select(
        "category",
        t`Reason`,
        categories.map((value) => ({ value, label: categoryName(value) })),
      )}
      {select(
        "creator",
        t`Creator`,
        (links ?? []).map(({ userId, username }) => ({ value: userId, label: username })),
      )}
      <TextField
        key={filter.country ?? ""}
        label={t`Country`}
        maxLength={2}
        placeholder="DE"
        defaultValue={filter.country ?? ""}
        onChange={({ target: { value } }) => {
          if (value === "" || value.length === 2) change("country", value.toUpperCase());
        }}
      />
      {select(
        "device",
        t`Device`,
        deviceKinds.map((value) => ({ value, label: originName("device", value) })),
      )}
      <TextField
        label={t`Day`}
        type="date"
        value={filter.day ?? ""}
        onChange={({ target }) => change("day", target.value)}
      />
    </div>
  );
}

type SelectFieldProps = {
  label: string;
  value: string;
  options: Option[];
  onChange: (value: string) => void;
};

function SelectField({ label, value, options, onChange }: SelectFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{t`All`}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
