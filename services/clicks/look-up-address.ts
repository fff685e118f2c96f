import type { ipLookupSchema } from "@fairclick/core/clicks/operated";
import { policy as release } from "@fairclick/core/clicks/release-policy";
import { addressChecks } from "@fairclick/core/clicks/rules/addresses";
import { decideVerdict } from "@fairclick/core/clicks/spending";
import { findAsKind } from "@fairclick/core/ip/as-books";
import { findAddressFacts } from "@fairclick/core/ip/ip-data";
import { unwrapTunnel } from "@fairclick/core/ip/numbers";
import { findContainingIpRange, findIpListHits, readRangeTable } from "@fairclick/sql/ip/lists";
import type { z } from "zod";
import type { Ctx } from "../context";
import { compileStored, formatUtcDay } from "../ip/ip-sources";
import { getPolicyAt } from "./judging-policy";

export type AddressLookup = z.output<typeof ipLookupSchema>;

/**
 * Returns the list entries of an address and the verdict that the address rules would reach.
 * Postgres searches the lists, so nothing is compiled; the rules are those that workers use.
 */
export async function lookUpAddress(
  ctx: Pick<Ctx, "db" | "now">,
  { address }: { address: string },
): Promise<AddressLookup> {
  const network = unwrapTunnel(address);
  const { windowSeconds } = release;
  const [{ effects }, hits, asnTable, ownRange, networkRange] = await Promise.all([
    getPolicyAt(ctx.db.sql, { at: ctx.now(), windowSeconds }),
    findIpListHits(ctx.db.sql, network),
    readRangeTable(ctx.db.sql, "asn"),
    findContainingIpRange(ctx.db.sql, address),
    findContainingIpRange(ctx.db.sql, network),
  ]);
  const operatorRange = ownRange ?? networkRange;
  const data = compileStored({
    version: null,
    lists: hits.map(({ range, ...list }) => ({ ...list, body: range })),
    ranges: operatorRange ? [operatorRange] : [],
    asnTable,
  });
  const facts = { address: findAddressFacts(data, address) };
  const asn = facts.address.asn ?? null;
  const signals = addressChecks.flatMap(({ signal, find }) => {
    const evidence = find({ userAgent: null }, facts);
    return evidence ? [{ signal, evidence }] : [];
  });
  const { verdict } = decideVerdict(
    signals.map(({ signal }) => signal),
    effects,
  );
  return {
    address,
    network,
    asn,
    asnKind: asn === null ? null : findAsKind(asn),
    lists: hits.map(({ name, class: listClass, range, fetchedAt }) => ({
      name,
      class: listClass,
      range,
      date: formatUtcDay(fetchedAt),
    })),
    operatorRange,
    signals,
    verdict,
  };
}
