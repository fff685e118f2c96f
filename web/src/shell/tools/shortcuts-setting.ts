const KEY = "shortcuts-off";

/** Returns true if shortcuts of single keys are on. They are on by default. */
export function areShortcutsOn(): boolean {
  return localStorage.getItem(KEY) === null;
}

export function setShortcuts(on: boolean): void {
  if (on) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, "yes");
}
