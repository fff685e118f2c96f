import { genreName, genres } from "@fairclick/core/campaigns/genres";
import { t } from "@fairclick/core/language/t";
import { type MarketView, readMarketView } from "../queries/campaigns";
import { useUser } from "../session/session";
import { Chip } from "../ui/chips";

type MarketFiltersProps = {
  view: MarketView;
  onChange: (view: MarketView) => void;
};

const orders: { label: string; value: MarketView["sort"]; forUsers?: true }[] = [
  { label: t`Newest first`, value: undefined },
  { label: t`Highest price first`, value: "price" },
  { label: t`Most budget first`, value: "budget" },
  { label: t`Best fit first`, value: "fit", forUsers: true },
];

export function MarketFilters({ view, onChange }: MarketFiltersProps) {
  // Campaigns can fit the profile of a user.
  const isSignedIn = useUser() !== null;
  const change = (changes: Record<string, string | undefined>) =>
    onChange(readMarketView({ ...view, ...changes }));
  return (
    <fieldset className="mt-4 mb-6 min-w-0 space-y-3">
      <legend className="sr-only">{t`Sort and filter campaigns`}</legend>
      <div className="scroll-row gap-2 sm:flex-wrap">
        {orders
          .filter(({ forUsers }) => isSignedIn || !forUsers)
          .map(({ label, value }) => (
            <Chip
              key={label}
              text={label}
              pressed={view.sort === value}
              onPress={() => change({ sort: value })}
            />
          ))}
        {isSignedIn ? (
          <Chip
            text={t`Only those I can join`}
            pressed={view.fit === "only"}
            onPress={() => change({ fit: view.fit ? undefined : "only" })}
          />
        ) : null}
      </div>
      <select
        aria-label={t`Genre`}
        className="chip w-52"
        data-chosen={view.genre !== undefined}
        value={view.genre ?? ""}
        onChange={(event) => change({ genre: event.currentTarget.value || undefined })}
      >
        <option value="">{t`All genres`}</option>
        {genres.map((genre) => (
          <option key={genre} value={genre}>
            {genreName(genre)}
          </option>
        ))}
      </select>
    </fieldset>
  );
}
