import { audienceDevices } from "@fairclick/core/campaigns/audience";
import { genreName, genres } from "@fairclick/core/campaigns/genres";
import { type JoinRule, joinRules } from "@fairclick/core/campaigns/join-rule";
import { countryCodes, countryName } from "@fairclick/core/countries";
import { currentLocale, t } from "@fairclick/core/language/t";
import { useCallback, useEffect, useMemo, useState } from "react";
import { type MarketView, readMarketView } from "../queries/campaigns";
import { useUser } from "../session/session";

type MarketFiltersProps = {
  view: MarketView;
  onChange: (view: MarketView) => void;
};

const deviceNames = { phone: t`Phones, tablets`, desktop: t`Computers`, console: t`Consoles` };

const joinNames: Record<JoinRule, string> = {
  everybody: t`Every creator`,
  verified: t`Verified creators`,
  approval: t`After a request`,
};

const orders: { label: string; value: MarketView["sort"]; forUsers?: true }[] = [
  { label: t`Newest first`, value: undefined },
  { label: t`Highest price first`, value: "price" },
  { label: t`Most budget first`, value: "budget" },
  { label: t`Best fit first`, value: "fit", forUsers: true },
];

/** Sorts and filters a list of campaigns. */
export function MarketFilters({ view, onChange }: MarketFiltersProps) {
  // Campaigns can fit the profile of a user.
  const isSignedIn = useUser() !== null;
  const change = (changes: Record<string, string | undefined>) =>
    onChange(readMarketView({ ...view, ...changes }));
  const select = (name: "genre" | "country" | "device" | "whoMayJoin") => ({
    value: view[name] ?? "",
    onChange: (value: string) => change({ [name]: value || undefined }),
  });
  const countries = useCountryOptions(view.country);
  return (
    <fieldset className="mt-4 mb-6 min-w-0 space-y-3">
      <legend className="sr-only">{t`Sort and filter campaigns`}</legend>
      <div className="scroll-row gap-2 sm:flex-wrap">
        {orders
          .filter(({ forUsers }) => isSignedIn || !forUsers)
          .map(({ label, value }) => (
            <Chip key={label} pressed={view.sort === value} onPress={() => change({ sort: value })}>
              {label}
            </Chip>
          ))}
        {isSignedIn ? (
          <Chip
            pressed={view.fit === "only"}
            onPress={() => change({ fit: view.fit ? undefined : "only" })}
          >
            {t`Only those I can join`}
          </Chip>
        ) : null}
      </div>
      <div className="scroll-row gap-2 sm:flex-wrap">
        <Choice
          label={t`Genre`}
          all={t`All genres`}
          {...select("genre")}
          options={genres.map((genre) => [genre, genreName(genre)])}
        />
        <Choice
          label={t`Country`}
          all={t`All countries`}
          {...select("country")}
          options={countries.options}
          onNear={countries.list}
        />
        <Choice
          label={t`Device`}
          all={t`All devices`}
          {...select("device")}
          options={audienceDevices.map((device) => [device, deviceNames[device]])}
        />
        <Choice
          label={t`Open to`}
          all={t`All join rules`}
          {...select("whoMayJoin")}
          options={joinRules.map((rule) => [rule, joinNames[rule]])}
        />
      </div>
    </fieldset>
  );
}

/** Naming 250 countries takes a slow phone 0.1 s, so the list is made after the page is shown. */
const LISTED_AFTER_MS = 2_000;

function useCountryOptions(chosen: string | undefined): {
  options: readonly Option[];
  list: () => void;
} {
  const [isListed, setListed] = useState(false);
  const list = useCallback(() => setListed(true), []);
  useEffect(() => {
    const timer = setTimeout(list, LISTED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [list]);
  const options = useMemo(
    () => nameCountries(isListed ? countryCodes : chosen ? [chosen] : []),
    [isListed, chosen],
  );
  return { options, list };
}

function nameCountries(codes: readonly string[]): Option[] {
  return codes
    .map((code) => [code, countryName(code)] as const)
    .sort(([, one], [, other]) => one.localeCompare(other, currentLocale()));
}

type ChipProps = { pressed: boolean; onPress: () => void; children: string };

function Chip({ pressed, onPress, children }: ChipProps) {
  return (
    <button type="button" className="chip" aria-pressed={pressed} onClick={onPress}>
      {children}
    </button>
  );
}

type Option = readonly [value: string, name: string];

type ChoiceProps = {
  label: string;
  /** Label of the option that disables the filter. */
  all: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly Option[];
  /** The person is about to open the list. */
  onNear?: () => void;
};

function Choice({ label, all, value, onChange, options, onNear }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      className="chip w-52"
      data-chosen={value !== ""}
      value={value}
      onFocus={onNear}
      onPointerEnter={onNear}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{all}</option>
      {options.map(([option, name]) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
    </select>
  );
}
