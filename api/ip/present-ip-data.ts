import type { IpDataStatus, IpLookup } from "@fairclick/core/ip/ip-data";
import type { AddressLookup } from "@fairclick/services/clicks/look-up-address";
import type { IpDataStatus as StatusToPresent } from "@fairclick/services/ip/ip-data";
import type { IpRange } from "@fairclick/sql/ip/ranges";

export function presentIpRange({ decidedAt, ...range }: IpRange) {
  return { ...range, decidedAt: decidedAt.toISOString() };
}

export function presentIpDataStatus({
  lists,
  operatorRanges,
  ...status
}: StatusToPresent): IpDataStatus {
  return {
    ...status,
    lists: lists.map(({ fetchedAt, checkedAt, triedAt, ...list }) => ({
      ...list,
      fetchedAt: fetchedAt?.toISOString() ?? null,
      checkedAt: checkedAt?.toISOString() ?? null,
      triedAt: triedAt?.toISOString() ?? null,
    })),
    operatorRanges: operatorRanges.map(presentIpRange),
  };
}

export function presentIpLookup({ operatorRange, ...lookup }: AddressLookup): IpLookup {
  return { ...lookup, operatorRange: operatorRange && presentIpRange(operatorRange) };
}
