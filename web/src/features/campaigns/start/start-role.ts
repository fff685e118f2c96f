const KEY = "start-role";

/** Remembers in this tab what its visitor signs up for, through sign-up and Google too. */
export function rememberRole(role: string): void {
  sessionStorage.setItem(KEY, role === "developer" ? role : "creator");
}

export function isNewDeveloper(): boolean {
  return sessionStorage.getItem(KEY) === "developer";
}
