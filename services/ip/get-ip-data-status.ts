import { warnOfAge } from "@fairclick/core/ip/ip-data-age";
import type { IpDataStatus } from "@fairclick/core/ip/ip-data-schema";
import { listIpListTries } from "@fairclick/sql/ip/ip-lists";
import { listIpRanges } from "@fairclick/sql/ip/ip-ranges";
import type { Ctx } from "../context";
import { presentRange } from "./present-range";
import { countedLists, ipSources } from "./sources";

/** Every list that is configured, downloaded or not, and what operators have decided. */
export async function getIpDataStatus(
  ctx: Pick<Ctx, "db" | "now">,
  { baseUrl }: { baseUrl: string | null },
): Promise<IpDataStatus> {
  const { sql } = ctx.db;
  const [tries, ranges] = await Promise.all([listIpListTries(sql), listIpRanges(sql)]);
  const known = new Map(tries.map((each) => [each.name, each]));
  const ages = tries.flatMap(({ name, good }) =>
    good ? [{ name, checkedAt: good.checkedAt }] : [],
  );
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
        fetchedAt: good?.fetchedAt.toISOString() ?? null,
        checkedAt: good?.checkedAt.toISOString() ?? null,
        triedAt: triedAt?.toISOString() ?? null,
        problem,
      };
    }),
    operatorRanges: ranges.map(presentRange),
    warnings: warnOfAge(countedLists(ages), ctx.now()),
  };
}
