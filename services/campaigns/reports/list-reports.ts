import type { ReportedAddressState } from "@fairclick/core/campaigns/reports";
import { isUuid } from "@fairclick/core/ids";
import {
  getListedAddress,
  type ListedAddress,
  listReportedAddresses,
  listReports,
  type ReportRow,
} from "@fairclick/sql/campaigns/reports";
import type { Ctx } from "../../context";
import { type Page, type PageInput, readPage } from "../../read-page";
import { reportNotFound } from "./decide-report";

const SHOWN_REPORTS = 100;

export function listAllReports(
  ctx: Pick<Ctx, "db">,
  { state, cursor, limit }: PageInput & { state: ReportedAddressState },
): Promise<Page<ListedAddress>> {
  const read = (count: number) =>
    listReportedAddresses(ctx.db.sql, { state, cursor: cursor ?? null, limit: count });
  return readPage({ limit }, { read, toCursor: ({ id }) => id });
}

export type ShownAddress = { address: ListedAddress; items: ReportRow[] };

/** Returns an address with its newest reports. Throws `not_found`. */
export async function showReports(ctx: Pick<Ctx, "db">, id: string): Promise<ShownAddress> {
  const address = isUuid(id) ? await getListedAddress(ctx.db.sql, id) : null;
  if (!address) throw reportNotFound();
  const items = await listReports(ctx.db.sql, { addressId: id, limit: SHOWN_REPORTS });
  return { address, items };
}
