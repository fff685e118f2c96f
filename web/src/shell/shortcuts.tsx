import { t } from "@fairclick/core/language/t";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";

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

const KEY = "shortcuts-off";

/** Returns true if shortcuts of single keys are on. They are on by default. */
export function areShortcutsOn(): boolean {
  return localStorage.getItem(KEY) === null;
}

export function setShortcuts(on: boolean): void {
  if (on) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, "yes");
}

const TYPING = "input, textarea, select, [contenteditable]";

/** Runs shortcuts pressed anywhere on the page; `list` opens their list. */
export function useShortcuts(list: () => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    const read = createShortcutReader();
    const act = (event: KeyboardEvent) => {
      if (isMeantForTheControl(event) || !areShortcutsOn()) return;
      const shortcut = read(event.key, event.timeStamp);
      if (!shortcut) return;
      if (shortcut.act === "search" && !focusSearch()) return;
      event.preventDefault();
      if (shortcut.act === "list") list();
      if (shortcut.act !== "open") return;
      // The server renders this page.
      if (shortcut.to === "/campaigns") location.assign(shortcut.to);
      else void navigate({ to: shortcut.to });
    };
    document.addEventListener("keydown", act);
    return () => document.removeEventListener("keydown", act);
  }, [navigate, list]);
}

/** True for keys that are not shortcuts: typed, held, combined, already handled, or pressed in a dialog. */
function isMeantForTheControl(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, repeat, isComposing, defaultPrevented, target } = event;
  if (ctrlKey || metaKey || altKey || repeat || isComposing || defaultPrevented) return true;
  if (target instanceof Element && target.closest(TYPING)) return true;
  return document.querySelector('[role="dialog"]') !== null;
}

/** Returns false if the page has no search. */
function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>('#main input[type="search"]');
  search?.focus();
  return search !== null;
}
