import { compileIpData } from "@fairclick/core/ip/ip-data";
import fc from "fast-check";

export const settleStep = fc.record({
  do: fc.constant("settle" as const),
  upTo: fc.nat(100),
  batchSize: fc.integer({ min: 1, max: 5 }),
});

export const withdrawStep = fc.record({
  do: fc.constant("withdraw" as const),
  creator: fc.nat(1),
  cents: fc.integer({ min: 1, max: 4 }),
  end: fc.constantFrom("paid" as const, "failed" as const, "open" as const),
});

export const releaseStep = fc.record({ do: fc.constant("release" as const), upTo: fc.nat(100) });

/** Lists in which no address is: what lists have held is paid on expiry. */
export const listsWithoutThem = compileIpData({
  version: 1,
  lists: [{ name: "vpns", class: "vpn", date: "2026-11-22", ranges: [] }],
  operatorRanges: [],
});
