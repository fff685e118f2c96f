type Source = { refundableMicros: bigint };

/**
 * Splits an amount among the sources in their order, each up to its refundable part. Returns null
 * if they do not cover it.
 */
export function allocateRefund<From extends Source>(
  amountMicros: bigint,
  sources: readonly From[],
): { source: From; micros: bigint }[] | null {
  let left = amountMicros;
  const parts = sources.flatMap((source) => {
    const micros = source.refundableMicros < left ? source.refundableMicros : left;
    left -= micros;
    return micros > 0n ? [{ source, micros }] : [];
  });
  return left === 0n ? parts : null;
}
