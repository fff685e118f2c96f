/** Name of the viewer's time zone. */
export function viewersTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
