import { listAgeWarnings, type SourceClass } from "@fairclick/core/ip/ip-data";
import { listIpListTries } from "@fairclick/sql/ip/lists";
import { type IpRange, listIpRanges } from "@fairclick/sql/ip/ranges";
import type { Ctx } from "../context";
import { countedLists, ipSources } from "./sources";

type ListStatus = {
  name: string;
  class: SourceClass;
  source: string;
  licence: string;
  version: string | null;
  ranges: number | null;
  fetchedAt: Date | null;
  checkedAt: Date | null;
  triedAt: Date | null;
  problem: string | null;
};

export type IpDataStatus = {
  downloads: boolean;
  lists: ListStatus[];
  operatorRanges: IpRange[];
  warnings: string[];
};

/** Returns every configured list, downloaded or not, and the operators' ranges. */
export async function getIpDataStatus(
  ctx: Pick<Ctx, "db" | "now">,
  { baseUrl }: { baseUrl: string | null },
): Promise<IpDataStatus> {
  const { sql } = ctx.db;
  const [tries, ranges] = await Promise.all([listIpListTries(sql), listIpRanges(sql)]);
  const known = new Map(tries.map((each) => [each.name, each]));
  const ages = ipSources.flatMap(({ name, class: sourceClass }) => {
    const checkedAt = known.get(name)?.good?.checkedAt;
    return checkedAt ? [{ name, class: sourceClass, checkedAt }] : [];
  });
  return {
    downloads: baseUrl !== null,
    lists: ipSources.map(({ name, class: listClass, path, licence }) => {
      const { good = null, triedAt = null, problem = null } = known.get(name) ?? {};
      return {
        name,
        class: listClass,
        source: path,
        licence,
        version: good?.version ?? null,
        ranges: good?.ranges ?? null,
        fetchedAt: good?.fetchedAt ?? null,
        checkedAt: good?.checkedAt ?? null,
        triedAt,
        problem,
      };
    }),
    operatorRanges: ranges,
    warnings: listAgeWarnings(countedLists(ages), ctx.now()),
  };
}
