import type { RefusalReason } from "@fairclick/core/conversions/report";

/**
 * `accepted` counts once and as long as the click is valid. The outcome does not reveal the verdict:
 * a developer who knew which clicks were refused could keep their players' returns to themselves.
 */
export type ReportOutcome =
  | { status: "accepted" | "duplicate" | "test" }
  | { status: "refused"; reason: RefusalReason };
