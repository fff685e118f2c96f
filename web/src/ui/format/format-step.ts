import type { SeriesStep } from "@fairclick/core/clicks/stats";
import { createDateFormat } from "./create-date-format";

const day = createDateFormat({ month: "short", day: "numeric" });
const hour = createDateFormat({
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** Label of a step by its start, in the viewer's time zone. */
export function formatStep(at: string, step: SeriesStep): string {
  return (step === "day" ? day : hour)(new Date(at));
}
