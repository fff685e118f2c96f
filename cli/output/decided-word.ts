import type { RangeEffect } from "@fairclick/core/ip/ip-data";

/** What an operator did to a range of addresses. */
export const decidedWord: Record<RangeEffect, string> = {
  allow: "allowed",
  shared: "declared shared",
  deny: "denied",
};
