import { z } from "zod";

/** Whose days and hours are meant. Offsets are no names: programs disagree on which side of Greenwich they lie. */
export const timeZoneSchema = z
  .string()
  .default("UTC")
  .refine(isTimeZone, { error: "timeZone is not a name like Europe/Berlin" });

function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
