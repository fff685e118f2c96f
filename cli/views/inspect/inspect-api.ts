import type { ClickTotals } from "@fairclick/core/clicks/click-totals-schema";
import type { ClickDetail, ClickFilterInput } from "@fairclick/core/clicks/flagged-clicks-schema";
import type { LinkTimeline } from "@fairclick/core/clicks/link-timeline-schema";
import type { Api } from "../../connection/open-api";
import { drawRelated } from "../../output/draw-related";
import { printableDeep } from "../../output/printable";
import type { Outcome, SingleAct } from "./acts";
import { type ClickPage, type ListRequest, PAGE_ROWS } from "./click-list";
import type { GroupPage, GroupRequest } from "./group-list";
import { performAct } from "./perform-act";
import type { RankPage, RankRequest } from "./rank-list";
import { readRanks } from "./read-ranks";
import type { TimelineRequest } from "./timeline";

/** Timeout of a read; the next poll retries it. */
const READ_MS = 8_000;

/** Requests of the inspector to the server. */
export type InspectApi = {
  list: (filter: ClickFilterInput, request: ListRequest) => Promise<ClickPage>;
  group: (filter: ClickFilterInput, request: GroupRequest) => Promise<GroupPage>;
  sum: (filter: ClickFilterInput) => Promise<ClickTotals>;
  rank: (filter: ClickFilterInput, request: RankRequest) => Promise<RankPage>;
  /** Returns the accounts that are tied to a user, as a tree. */
  relate: (userId: string) => Promise<readonly string[]>;
  timeline: (request: TimelineRequest) => Promise<LinkTimeline>;
  show: (id: string) => Promise<ClickDetail>;
  /** Performs an act, or its dry run. */
  act: (act: SingleAct, dryRun: boolean) => Promise<Outcome>;
};

/** Returns the API of the inspector. All texts in its responses are printable. */
export function createInspectApi(connection: Api): InspectApi {
  const api: Api = {
    ...connection,
    call: async (...call) => printableDeep(await connection.call(...call)),
  };
  const limit = { limitMs: READ_MS };
  return {
    list: async (filter, { cursor, after }) => {
      const place = { ...(cursor ? { cursor } : {}), ...(after ? { after } : {}) };
      const query = { ...filter, ...place, limit: String(PAGE_ROWS) };
      const { data, nextCursor } = await api.call(
        (client) => client.api.admin.clicks.$get({ query }),
        limit,
      );
      return { rows: data, hasMore: nextCursor !== null };
    },
    group: async (filter, { by, sort, cursor }) => {
      const query = { ...filter, by, sort, ...(cursor ? { cursor } : {}) };
      const { data, nextCursor, from, isPartial } = await api.call(
        (client) => client.api.admin.clicks.groups.$get({ query }),
        limit,
      );
      return { rows: data, nextCursor, from, isPartial };
    },
    sum: async (filter) => {
      const { data } = await api.call(
        (client) => client.api.admin.clicks.totals.$get({ query: filter }),
        limit,
      );
      return data;
    },
    rank: (filter, request) => readRanks(api, filter, request),
    relate: async (user) => {
      const { data } = await api.call(
        (client) => client.api.admin.users[":user"].related.$get({ param: { user } }),
        limit,
      );
      return drawRelated(data);
    },
    timeline: async ({ link, step, to, count }) => {
      const query = {
        campaign: link.campaignId,
        creator: link.creator,
        ...{ step, count: String(count), to: new Date(to).toISOString() },
      };
      const { data } = await api.call(
        (client) => client.api.admin.clicks.timeline.$get({ query }),
        limit,
      );
      return data;
    },
    show: async (id) => {
      const { data } = await api.call(
        (client) => client.api.admin.clicks[":id"].$get({ param: { id } }),
        limit,
      );
      return data;
    },
    act: (act, dryRun) => performAct(api, act, dryRun),
  };
}
