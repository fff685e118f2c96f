import { t } from "@fairclick/core/language/t";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { rich } from "../language/rich";
import { Dialog } from "../ui/dialog";
import { Switch } from "../ui/fields";

/** Pages that `g` and a letter open. */
const places = [
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
function areShortcutsOn(): boolean {
  return localStorage.getItem(KEY) === null;
}

function setShortcuts(on: boolean): void {
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
      if (shortcut.act === "open") void navigate({ to: shortcut.to });
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

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [on, setOn] = useState(areShortcutsOn);
  const change = (next: boolean) => {
    setShortcuts(next);
    setOn(next);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Keyboard shortcuts`}
      description={t`They do nothing while you type or a dialog is open.`}
    >
      <table className="w-full">
        <thead className="sr-only">
          <tr>
            <th>{t`Action`}</th>
            <th>{t`Keys`}</th>
          </tr>
        </thead>
        <tbody>
          <Row name={t`Show this list`} keys={<Key>?</Key>} />
          <Row name={t`Search on this page`} keys={<Key>/</Key>} />
          <Row name={t`Create a campaign`} keys={<Key>n</Key>} />
          {places.map(({ letter, name }) => (
            <Row
              key={letter}
              name={t`Open ${name}`}
              keys={rich`${<Key>g</Key>} then ${<Key>{letter}</Key>}`}
            />
          ))}
          <Row name={t`Close a dialog or a menu`} keys={<Key>{t`Esc`}</Key>} />
        </tbody>
      </table>
      <div className="mt-5 flex items-center justify-between gap-4 pt-4 perforation">
        <p>
          <span className="font-semibold">{t`Shortcuts of single keys`}</span>
          <span className="block text-sm text-soft">
            {t`Turn them off if speech input or a screen reader presses them by accident. Screen readers use letters themselves: switch to focus mode first.`}
          </span>
        </p>
        <Switch label={t`Shortcuts of single keys`} checked={on} onChange={change} />
      </div>
    </Dialog>
  );
}

function Row({ name, keys }: { name: string; keys: ReactNode }) {
  return (
    <tr className="border-rule border-b last:border-b-0">
      <th scope="row" className="py-2 text-left font-normal">
        {name}
      </th>
      <td className="whitespace-nowrap py-2 text-right text-soft">{keys}</td>
    </tr>
  );
}

function Key({ children }: { children: string }) {
  return (
    <kbd className="inline-block min-w-7 rounded-md border-2 border-edge bg-ground px-1.5 text-center font-figures text-ink text-sm">
      {children}
    </kbd>
  );
}
