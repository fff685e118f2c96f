import { t } from "@fairclick/core/language/t";
/** Pages that `g` and a letter open. */
export const places = [
  { letter: "c", name: t`Creator Hub`, to: "/app/creator-hub" },
  { letter: "d", name: t`Developer Hub`, to: "/app/developer-hub" },
  { letter: "p", name: t`Payments`, to: "/app/payments" },
  { letter: "w", name: t`Wallet`, to: "/app/wallet" },
  { letter: "e", name: t`Earnings`, to: "/app/earnings" },
  { letter: "n", name: t`Notices`, to: "/app/notices" },
  { letter: "m", name: t`Profile`, to: "/app/profile" },
  { letter: "a", name: t`All campaigns`, to: "/campaigns" },
] as const;

export type Shortcut =
  | { act: "list" }
  | { act: "search" }
  | { act: "open"; to: (typeof places)[number]["to"] | "/app/campaigns/create" };

const single = new Map<string, Shortcut>([
  ["?", { act: "list" }],
  ["/", { act: "search" }],
  ["n", { act: "open", to: "/app/campaigns/create" }],
]);

/** Max time between `g` and its letter (ms). */
const PAUSE_MS = 1_500;

/** Returns a function that returns the shortcut that a key completes, null if none. `at` is in ms. */
export function createShortcutReader(): (key: string, at: number) => Shortcut | null {
  let goAt = Number.NEGATIVE_INFINITY;
  return (key, at) => {
    const isPlace = at - goAt <= PAUSE_MS;
    goAt = !isPlace && key === "g" ? at : Number.NEGATIVE_INFINITY;
    if (!isPlace) return single.get(key) ?? null;
    const place = places.find(({ letter }) => letter === key);
    return place ? { act: "open", to: place.to } : null;
  };
}
