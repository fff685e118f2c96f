const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });
const moment = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** A calendar day in the viewer's own zone. */
export function formatDay(iso: string): string {
  return day.format(new Date(iso));
}

export function formatMoment(iso: string): string {
  return moment.format(new Date(iso));
}
