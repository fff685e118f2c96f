import type { IpRange } from "@fairclick/sql/ip-ranges";

/** As JSON answers carry it. */
export function presentRange({ decidedAt, ...range }: IpRange) {
  return { ...range, decidedAt: decidedAt.toISOString() };
}
