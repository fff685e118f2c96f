/** The viewer's own, by its name. */
export function viewersTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
