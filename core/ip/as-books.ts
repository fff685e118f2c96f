import { campusAsns } from "./books/campus-asns";
import { carrierAsns } from "./books/carrier-asns";
import { hostingAsns } from "./books/hosting-asns";
import { vpnAsns } from "./books/vpn-asns";

/** What the addresses of an AS are used for. */
export type AsKind = "carrier" | "campus" | "vpn" | "hosting";

/** When the books were last checked. */
export const BOOKS_DATE = "2026-11-22";

/** No AS is in two books; a test holds it. */
export const asBooks: Readonly<Record<AsKind, readonly number[]>> = {
  carrier: readBook(carrierAsns),
  campus: readBook(campusAsns),
  vpn: readBook(vpnAsns),
  hosting: readBook(hostingAsns),
};

const kinds = new Map<number, AsKind>(
  (["carrier", "campus", "vpn", "hosting"] as const).flatMap((kind) =>
    asBooks[kind].map((asn): [number, AsKind] => [asn, kind]),
  ),
);

/** Returns null for an AS that is in no book. */
export function findAsKind(asn: number): AsKind | null {
  return kinds.get(asn) ?? null;
}

function readBook(text: string): number[] {
  return text.trim().split(/\s+/).map(Number);
}
