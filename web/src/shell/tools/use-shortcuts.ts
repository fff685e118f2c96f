import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { createShortcutReader } from "./shortcuts";
import { areShortcutsOn } from "./shortcuts-setting";

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
