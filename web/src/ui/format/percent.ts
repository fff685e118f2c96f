/** `36.67%`, or N/A where there is nothing to compare with. */
export function percent(of: number | null): string {
  return of === null ? "N/A" : `${of}%`;
}
