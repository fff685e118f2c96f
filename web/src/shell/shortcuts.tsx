import { t } from "@fairclick/core/language/t";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { openAddress, places } from "./places";

/** Places that `g` and a letter open. */
export const lettered = places.filter((place) => "letter" in place);

export type Shortcut = { act: "list" } | { act: "search" } | { act: "open"; to: string };

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
    const place = lettered.find(({ letter }) => letter === key);
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

const isMac = /^(Mac|iP)/.test(navigator.platform);

/** The keys that search everything, as they stand on the keyboard. */
export const SEARCH_KEYS = isMac ? "⌘ K" : t`Ctrl K`;

/** Runs shortcuts pressed anywhere on the page; `show` opens a dialog. */
export function useShortcuts(show: (dialog: "list" | "everything") => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    const read = createShortcutReader();
    const act = (event: KeyboardEvent) => {
      if (isForEverything(event)) {
        event.preventDefault();
        show("everything");
        return;
      }
      if (isMeantForTheControl(event) || !areShortcutsOn()) return;
      const shortcut = read(event.key, event.timeStamp);
      if (!shortcut) return;
      if (shortcut.act === "search" && !focusSearch()) return;
      event.preventDefault();
      if (shortcut.act === "list") show("list");
      if (shortcut.act === "open") openAddress(shortcut.to, navigate);
    };
    document.addEventListener("keydown", act);
    return () => document.removeEventListener("keydown", act);
  }, [navigate, show]);
}

/** True for keys that are not shortcuts: typed, held, combined, already handled, or pressed in a dialog. */
function isMeantForTheControl(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, repeat, isComposing, defaultPrevented, target } = event;
  if (ctrlKey || metaKey || altKey || repeat || isComposing || defaultPrevented) return true;
  if (target instanceof Element && target.closest(TYPING)) return true;
  return isDialogOpen();
}

function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"]') !== null;
}

/** True for the keys that search everything, also while somebody types. */
function isForEverything(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey, key, defaultPrevented } = event;
  const isHeld = isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return isHeld && !altKey && !shiftKey && key === "k" && !defaultPrevented && !isDialogOpen();
}

/** Returns false if the page has no search. */
function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>('#main input[type="search"]');
  search?.focus();
  return search !== null;
}
