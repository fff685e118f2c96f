import type { ClickFilterInput } from "@fairclick/core/clicks/flagged-clicks-schema";
import type { Api } from "../../connection/open-api";
import { describeCounted } from "../../output/describe-counted";
import type { RankPage, RankRequest } from "./rank-list";
import { suspectRow, valueRow } from "./rank-rows";

/** Timeout of a list that compares many clicks. */
const RANK_MS = 30_000;
const RANK_ROWS = 100;

/** Reads suspect links of the filter's campaign and creator, or the values of its clicks of all verdicts. */
export async function readRanks(
  api: Api,
  filter: ClickFilterInput,
  request: RankRequest,
): Promise<RankPage> {
  const limit = { limitMs: RANK_MS };
  const { signal: _, appealed: __, campaign, creator, ...rest } = filter;
  const scope = { ...(campaign ? { campaign } : {}), ...(creator ? { creator } : {}) };
  if (request.kind === "suspects") {
    const query = { ...scope, sort: request.sort, limit: String(RANK_ROWS) };
    const { data, compared, links } = await api.call(
      (client) => client.api.admin.links.suspects.$get({ query }),
      limit,
    );
    return { rows: data.map(suspectRow), said: `${compared} of ${links} links compared` };
  }
  const { kind: by, sort } = request;
  const of = by === "creator" ? { with: request.of.by, value: request.of.value } : {};
  const query = {
    verdict: "any" as const,
    ...rest,
    ...scope,
    ...of,
    by,
    sort,
    limit: String(RANK_ROWS),
  };
  const { data, counted } = await api.call(
    (client) => client.api.admin.clicks.top.$get({ query }),
    limit,
  );
  return { rows: data.map((row) => valueRow(by, row)), said: describeCounted(counted) };
}
