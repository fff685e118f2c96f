const KEY = "shortcuts-off";

/** Returns whether shortcuts of single keys are on, which they are until somebody turns them off. */
export function areShortcutsOn(): boolean {
  return localStorage.getItem(KEY) === null;
}

export function setShortcuts(on: boolean): void {
  if (on) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, "yes");
}
