import { t } from "@fairclick/core/language/t";
/** Formats a percentage: `36.67%`, or `N/A` if null. */
export function percent(of: number | null): string {
  return of === null ? t`N/A` : `${of}%`;
}
