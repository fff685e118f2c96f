import type { IpRange } from "@fairclick/sql/ip/ip-ranges";

/** As JSON answers carry it. */
export function presentRange({ decidedAt, ...range }: IpRange) {
  return { ...range, decidedAt: decidedAt.toISOString() };
}
