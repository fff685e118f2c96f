let thousands: Intl.NumberFormat | undefined;

/**
 * Formats a number with commas between thousands, as all our languages write it in the United
 * States: `1,234.5`. Creates the format on first use, because the first `Intl` format costs a slow
 * phone 0.1 s.
 */
export function formatCount(count: number | bigint): string {
  if (typeof count === "bigint" ? isShort(count) : Number.isInteger(count) && isShort(count)) {
    return String(count);
  }
  thousands ??= new Intl.NumberFormat("en-US");
  return thousands.format(count);
}

function isShort(count: number | bigint): boolean {
  return count > -1_000 && count < 1_000;
}
