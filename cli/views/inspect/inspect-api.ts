import type { ClickDecision, ClickSelection } from "@fairclick/core/clicks/click-decisions-schema";
import type { ClickTotals } from "@fairclick/core/clicks/click-totals-schema";
import type { ClickDetail, ClickFilterInput } from "@fairclick/core/clicks/flagged-clicks-schema";
import type { LinkTimeline } from "@fairclick/core/clicks/link-timeline-schema";
import type { RangeEffect } from "@fairclick/core/ip/ip-data";
import type { OperatorChange } from "@fairclick/core/operations/operator-change-schema";
import { type Api, LONG_WORK_MS } from "../../connection/open-api";
import { decidedWord } from "../../output/decided-word";
import { describeChange } from "../../output/describe-change";
import { drawRelated } from "../../output/draw-related";
import { printableDeep } from "../../output/printable";
import type { ActPlan, Outcome, SingleAct } from "./acts";
import { type ClickPage, type ListRequest, PAGE_ROWS } from "./click-list";
import { describeDecision, sumOf } from "./describe-decision";
import type { GroupPage, GroupRequest } from "./group-list";
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
    act: (act, dryRun) => perform(api, act, dryRun),
  };
}

async function perform(api: Api, act: SingleAct, dryRun: boolean): Promise<Outcome> {
  switch (act.kind) {
    case "approve":
    case "reject":
    case "reverse":
      return decide(api, act, dryRun);
    case "hold":
      return holdAgain(api, act, dryRun);
    case "accept":
    case "decline":
      return answer(api, act, dryRun);
    case "disableLink":
    case "enableLink":
    case "suspend":
    case "restore":
      return change(api, act, dryRun);
    case "deny":
    case "allow":
    case "shared":
    case "leave":
      return dryRun ? lookUpRange(api, act) : decideRange(api, act);
  }
}

type Decision = Extract<SingleAct, { kind: "approve" | "reject" | "reverse" }>;

async function decide(api: Api, act: Decision, dryRun: boolean): Promise<Outcome> {
  const { clicks, reason } = act;
  const json = { clicks, reason, dryRun };
  const wereHeld =
    !dryRun && act.kind === "approve" && (act.wereHeld ?? (await areHeld(api, clicks)));
  const { data } = await api.call(
    (client) => {
      const { approve, reject, reverse } = client.api.admin.clicks;
      if (act.kind === "reverse")
        return reverse.$post({ json: { ...json, category: act.category } });
      return act.kind === "approve" ? approve.$post({ json }) : reject.$post({ json });
    },
    { limitMs: LONG_WORK_MS },
  );
  return {
    lines: describeDecision(data),
    changes: data.clicks > 0,
    undo: undoDecision(data, wereHeld),
    sum: sumOf(data),
    skipped: data.skipped,
    isComplete: data.complete,
  };
}

/** Groups are held clicks, except the clicks of an earlier act. */
async function areHeld(api: Api, clicks: ClickSelection): Promise<boolean> {
  if ("group" in clicks) return clicks.group.actId === undefined;
  const read = (id: string) =>
    api.call((client) => client.api.admin.clicks[":id"].$get({ param: { id } }));
  const details = await Promise.all(clicks.ids.map(read));
  return details.every(({ data }) => data.verdict === "held");
}

function undoDecision({ action, actId }: ClickDecision, wereHeld: boolean): ActPlan | null {
  if (actId === null) return null;
  const clicks = { group: { actId } };
  if (action === "reject") return { kind: "hold", clicks, isPaid: false };
  if (action !== "approve") return { kind: "approve", clicks };
  return wereHeld
    ? { kind: "hold", clicks, isPaid: true }
    : { kind: "reverse", clicks, category: "mistake" };
}

type Holding = Extract<SingleAct, { kind: "hold" }>;

async function holdAgain(api: Api, act: Holding, dryRun: boolean): Promise<Outcome> {
  const { clicks, reason, isPaid } = act;
  const reversal = { kind: "reverse", clicks, category: "mistake", reason } as const;
  const reversed = isPaid ? await decide(api, reversal, dryRun) : null;
  if (reversed && dryRun) {
    const lines = [...reversed.lines, "Then they are held again."];
    return { ...reversed, lines, undo: null };
  }
  const { data } = await api.call(
    (client) => client.api.admin.clicks.hold.$post({ json: { clicks, reason, dryRun } }),
    { limitMs: LONG_WORK_MS },
  );
  const lines = describeDecision(data);
  return { lines, changes: data.clicks > 0, undo: null, sum: sumOf(data), skipped: data.skipped };
}

type Answer = Extract<SingleAct, { kind: "accept" | "decline" }>;

/** A declined appeal cannot be undone; the payment of an accepted one can be reversed. */
async function answer(api: Api, act: Answer, dryRun: boolean): Promise<Outcome> {
  const { kind, appealId: id, clickId, reason } = act;
  const { data } = await api.call((client) => {
    const call = client.api.admin.appeals[":id"][kind];
    return call.$post({ param: { id }, json: { reason, dryRun } });
  });
  const clicks = { ids: [clickId] };
  const undo =
    kind === "accept" ? { kind: "reverse" as const, clicks, category: "mistake" as const } : null;
  return { lines: describeLines(data), changes: true, undo };
}

type Change = Extract<SingleAct, { kind: "disableLink" | "enableLink" | "suspend" | "restore" }>;

async function change(api: Api, act: Change, dryRun: boolean): Promise<Outcome> {
  const json = { reason: act.reason, dryRun };
  const { data } = await api.call((client) => {
    const { links, users } = client.api.admin;
    switch (act.kind) {
      case "disableLink":
        return links[":code"].disable.$post({ param: { code: act.code }, json });
      case "enableLink":
        return links[":code"].enable.$post({ param: { code: act.code }, json });
      case "suspend":
        return users[":user"].suspend.$post({ param: { user: act.userId }, json });
      case "restore":
        return users[":user"].restore.$post({ param: { user: act.userId }, json });
    }
  });
  return { lines: describeLines(data), changes: true, undo: undoChange(act) };
}

function describeLines(data: OperatorChange): string[] {
  return describeChange(data).split("\n");
}

function undoChange(act: Change): ActPlan {
  switch (act.kind) {
    case "disableLink":
      return { kind: "enableLink", code: act.code };
    case "enableLink":
      return { kind: "disableLink", code: act.code };
    case "suspend":
      return { kind: "restore", userId: act.userId, name: act.name };
    case "restore":
      return { kind: "suspend", userId: act.userId, name: act.name };
  }
}

type RangeAct = Extract<SingleAct, { kind: RangeEffect | "leave" }>;

/** Decisions about ranges have no dry run, so the preview is computed from the current state of the range. */
async function lookUpRange(api: Api, { kind, range }: RangeAct): Promise<Outcome> {
  const [address = ""] = range.split("/");
  const { data } = await api.call((client) =>
    client.api.admin["ip-data"].lookup.$get({ query: { address } }),
  );
  const { operatorRange: known, verdict } = data;
  const effects = {
    deny: "invalid (proxy)",
    allow: "trusted",
    shared: "trusted and shared",
    leave: "judged by the lists",
  };
  return {
    lines: [
      `Clicks from ${range} are ${effects[kind]} from now on; those recorded before stay as they are.`,
      `By its IP address alone, a click from ${address} is ${verdict} now.`,
      ...(known
        ? [`${known.operator} ${decidedWord[known.effect]} ${known.range}: ${known.reason}`]
        : []),
    ],
    changes: true,
    undo: null,
  };
}

/** The undo restores the earlier decision about the range, or removes the new one. */
async function decideRange(api: Api, act: RangeAct): Promise<Outcome> {
  const { range, reason, kind } = act;
  const before = await findDecision(api, range);
  await api.call((client) => {
    const { ranges } = client.api.admin["ip-data"];
    if (kind === "leave") return ranges.remove.$post({ json: { range, reason } });
    return ranges.$post({ json: { range, effect: kind, reason } });
  });
  const undo: ActPlan | null =
    kind === "leave" && !before ? null : { kind: before ?? "leave", range };
  return { lines: [], changes: true, undo };
}

async function findDecision(api: Api, range: string): Promise<RangeEffect | null> {
  const { data } = await api.call((client) => client.api.admin["ip-data"].$get());
  const plain = (text: string) => text.replace(/\/(32|128)$/, "");
  const same = data.operatorRanges.find((known) => plain(known.range) === plain(range));
  return same?.effect ?? null;
}
