import { z } from "zod";

/** IANA name of a time zone, default UTC. Refuses offsets such as `+01:00`: programs disagree about their sign. */
export const timeZoneSchema = z
  .string()
  .default("UTC")
  .refine(isTimeZone, { error: "timeZone must be a name such as Europe/Berlin" });

function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
