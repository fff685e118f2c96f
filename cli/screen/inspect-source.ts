import type { RelatedUsers } from "@fairclick/core/accounts/users";
import type { ClickFilterInput, ListedClick } from "@fairclick/core/clicks/flagged-clicks";
import { describeWhy, type Suspect } from "@fairclick/core/clicks/operated";
import type { Verdict } from "@fairclick/core/clicks/signal";
import { ipKey } from "@fairclick/core/ip/numbers";
import { formatMicros } from "@fairclick/core/resource";
import { type Api, callAdmin } from "../frame/connection";
import { describeRelated, toDollars, verdictTones } from "../frame/describe";
import type { Act, Column, KeyedView, Row, Source, View } from "../frame/host";

const POLL_MS = 3_000;
/** Timeout of a read; the next poll retries it. */
const READ_MS = 8_000;
const PAGE_ROWS = "100";

/** A mark per verdict, for screens without colours. */
const verdictMarks: Record<Verdict, string> = {
  held: "?",
  invalid: "x",
  valid: "+",
  unpaid: "-",
  pending: ".",
};

type Given = {
  api: Api;
  run: Source["run"];
  filter: ClickFilterInput;
  readRelated: ReadRelated;
};

/** Returns the screen of `fairclick inspect`, which begins with the clicks that match a filter. */
export function createInspectSource({ api, run, filter, readRelated }: Given): Source {
  const { verdict: _, appealed: __, ...rest } = filter;
  const viewOf = (query: ClickFilterInput, name = describeFilter(query)): View => ({
    name: `Clicks: ${name}`,
    read: async (cursor) => {
      const answer = await api.call(
        (client) =>
          client.api.admin.clicks.$get({
            query: { ...query, limit: PAGE_ROWS, ...(cursor === null ? {} : { cursor }) },
          }),
        { limitMs: READ_MS },
      );
      return {
        rows: answer.data.map((click) => toRow(click, viewOf, readRelated)),
        cursor: answer.nextCursor,
        ...{ title: "", warning: null },
        views: [{ key: "4", label: "suspects", view: suspectsView }],
        tabs: [start, viewOf({ ...rest, verdict: "held" }), viewOf({ ...rest, appealed: "true" })],
      };
    },
  });
  const start = viewOf(filter);
  const suspectsView: View = {
    name: "Suspects",
    columns: [
      { heading: "suspect", width: 26 },
      { heading: "open", width: 9, side: "right" },
      { heading: "odd", width: 6, side: "right" },
      { heading: "why", width: 0 },
    ],
    read: async () => {
      const { data } = await api.call(
        (client) =>
          callAdmin<{ data: Suspect[] }>(client, "$get", {
            path: "suspects",
            query: { limit: PAGE_ROWS },
          }),
        { limitMs: READ_MS },
      );
      return {
        rows: data.map((suspect) => toSuspectRow(suspect, viewOf, readRelated)),
        ...{ cursor: null, title: "", warning: null, views: [], tabs: [start] },
      };
    },
  };
  return {
    columns: [
      { heading: "", width: 2 },
      { heading: "clicked", width: 14 },
      { heading: "reason", width: 13 },
      { heading: "address", width: 15 },
      { heading: "price", width: 7, side: "right" },
      { heading: "creator", width: 12 },
      { heading: "campaign", width: 0 },
    ],
    start,
    run,
    emptyText: "No clicks.",
    help: [
      "a x r           approve; reject; reverse",
      "l s n           disable the link; suspend the creator; deny the address",
      "c o i           flagged clicks of the creator; all of the link; all of the address",
      "e               the accounts that are related to the creator",
      "4               creators, links and networks with odd clicks, and the money that has not left",
      "tab ← →         all that match; held ones; those with an open appeal",
      "",
      "? held   x invalid   + valid   - unpaid   ! open appeal",
      ...relatedHelp,
    ],
    pollMs: POLL_MS,
  };
}

function describeFilter({ verdict = "flagged", appealed, ...rest }: ClickFilterInput): string {
  const parts = Object.entries(rest).map(([name, value]) => `${name} ${value}`);
  return [verdict, ...(appealed ? ["appealed"] : []), ...parts].join(", ");
}

type ViewOf = (query: ClickFilterInput, name: string) => View;

/** The evidence is the detail; keys open the clicks. */
function toSuspectRow(suspect: Suspect, viewOf: ViewOf, readRelated: ReadRelated): Row {
  const { kind, name, creatorId, campaignId, code, openMicros, oddPercent } = suspect;
  const named = suspect.suspect.slice(kind.length + 1);
  const views: KeyedView[] = [];
  const add = (key: string, label: string, query: ClickFilterInput) =>
    views.push({ key, label, view: viewOf(query, suspect.suspect) });
  if (creatorId !== null) {
    add("c", "creator", { creator: creatorId });
    views.push({ key: "e", label: "related", view: relatedView(readRelated, creatorId, name) });
  }
  if (creatorId !== null && campaignId !== null) {
    add("o", "link", { creator: creatorId, campaign: campaignId, verdict: "any" });
  }
  if (named.includes("/")) add("i", "network", { address: named, verdict: "any" });
  return {
    key: suspect.suspect,
    name: name || named,
    cells: [suspect.suspect, toDollars(openMicros), `${oddPercent}%`, describeWhy(suspect)],
    tone: null,
    about: [],
    show: ["suspects", "show", suspect.suspect],
    acts: [
      ...(creatorId === null ? [] : [suspend(creatorId, name), reverse(creatorId, name)]),
      ...(code === null ? [] : [disable(code, name)]),
      ...(named.includes("/") ? [deny(named)] : []),
    ],
    views,
  };
}

function toRow(click: ListedClick, viewOf: ViewOf, readRelated: ReadRelated): Row {
  const { id, verdict, appeal, address, creatorId, creatorName, campaignId, campaignName } = click;
  const link = { campaign: campaignId, creator: creatorId };
  const views: KeyedView[] = [
    { key: "c", label: "creator", view: viewOf({ creator: creatorId }, `creator ${creatorName}`) },
    {
      ...{ key: "o", label: "link" },
      view: viewOf({ ...link, verdict: "any" }, `link of ${creatorName}, ${campaignName}`),
    },
  ];
  if (address !== null) {
    const view = viewOf({ address, verdict: "any" }, `address ${address}`);
    views.push({ key: "i", label: "address", view });
  }
  const view = relatedView(readRelated, creatorId, creatorName);
  views.push({ key: "e", label: "related", view });
  const hasAppeal = appeal === "open";
  return {
    key: id,
    name: `click of ${creatorName}`,
    cells: [
      `${verdictMarks[verdict]}${hasAppeal ? "!" : " "}`,
      click.clickedAt.slice(5, 19).replace("T", " "),
      click.reason ?? "",
      address ?? "deleted",
      toDollars(click.priceMicros),
      creatorName,
      campaignName,
    ],
    tone: verdictTones[verdict],
    about: hasAppeal ? ["The creator has appealed: answer it in `fairclick todo`."] : [],
    show: ["clicks", "show", id],
    acts: [...(hasAppeal ? [] : listDecisions(click)), ...listMeasures(click)],
    views,
  };
}

const prompt = "Reason";

function listDecisions(click: ListedClick): Act[] {
  const { id, verdict, creatorName, campaignName } = click;
  const price = formatMicros(click.priceMicros);
  const pays = `The budget of ${campaignName} pays ${price} to ${creatorName}.`;
  const [subjects, approve] = [[id], ["clicks", "decide", "approve"]];
  const takeBack = ["clicks", "decide", "reverse", "--category"];
  const approved = { key: "a", label: "approve", command: approve, subjects, stake: pays, prompt };
  const canApprove = { ...approved, undo: [...takeBack, "mistake"] };
  switch (verdict) {
    case "held":
      return [
        canApprove,
        {
          ...{ key: "x", label: "reject", subjects, prompt },
          command: ["clicks", "decide", "reject"],
          stake: `${creatorName} does not get ${price}.`,
          undo: ["clicks", "decide", "hold"],
        },
      ];
    case "invalid":
      return [canApprove];
    case "valid": {
      const command = [...takeBack, "bot_traffic"];
      const stake = `Takes ${formatMicros(click.paidMicros)} from ${creatorName}.`;
      return [{ key: "r", label: "reverse", command, subjects, stake, prompt, undo: approve }];
    }
    case "unpaid":
    case "pending":
      return [];
  }
}

/** Acts on what the click belongs to. */
function listMeasures({ linkCode, creatorId, creatorName, address }: ListedClick): Act[] {
  return [
    suspend(creatorId, creatorName),
    ...(linkCode === null ? [] : [disable(linkCode, creatorName)]),
    ...(address === null ? [] : [deny(ipKey(address))]),
  ];
}

function suspend(creatorId: string, name: string): Act {
  return {
    ...{ key: "s", label: "suspend creator", subjects: [creatorId], prompt },
    command: ["users", "decide", "suspend"],
    stake: `Stops the links, campaigns and withdrawals of ${name}.`,
    undo: ["users", "decide", "restore"],
  };
}

/** Days of clicks that a key reverses; `clicks decide reverse` takes other ones. */
const DAYS = "30d";

function reverse(creatorId: string, name: string): Act {
  const group = ["--category", "bot_traffic", "--from", DAYS, "--creator"];
  return {
    ...{ key: "r", label: `reverse ${DAYS}`, subjects: [creatorId], prompt },
    command: ["clicks", "decide", "reverse", ...group],
    stake: `Takes back what clicks paid to ${name}; the preview says how much.`,
    undo: ["clicks", "decide", "approve", "--act"],
  };
}

function disable(code: string, name: string): Act {
  return {
    ...{ key: "l", label: "disable link", subjects: [code], prompt },
    command: ["links", "decide", "disable"],
    stake: `${name} earns nothing more from this link.`,
    undo: ["links", "decide", "enable"],
  };
}

function deny(range: string): Act {
  return {
    ...{ key: "n", label: "deny address", subjects: [range], stake: null, prompt },
    command: ["ip-data", "decide", "deny"],
    undo: ["ip-data", "decide", "remove"],
  };
}

export type ReadRelated = (user: string) => Promise<RelatedUsers>;

/** What ties accounts changes slowly, and is dear to find. */
const RELATED_POLL_MS = 60_000;

const relatedColumns: readonly Column[] = [
  { heading: "account", width: 20 },
  { heading: "state", width: 10 },
  { heading: "paid", width: 12, side: "right" },
  { heading: "why", width: 0 },
];

/** Lists an account and those that are related to it. */
export function relatedView(readRelated: ReadRelated, user: string, name = user): View {
  return {
    ...{ name: `Accounts related to ${name}`, columns: relatedColumns, pollMs: RELATED_POLL_MS },
    read: async () => {
      const related = await readRelated(user);
      const cells = describeRelated(related);
      return {
        rows: related.accounts.map(({ id }, place) => toRelatedRow(id, cells[place] ?? [])),
        title: related.isPartial ? "more are related than are listed" : "",
        ...{ cursor: null, warning: null, tabs: [], views: [] },
      };
    },
  };
}

/** The cells are those of `relatedColumns`. */
function toRelatedRow(id: string, cells: readonly string[]): Row {
  const [name = id, state, , why = ""] = cells;
  return {
    ...{ key: id, name, cells, tone: state === "active" ? null : ("faint" as const) },
    about: why === "" ? [] : [why, ""],
    show: ["users", "show", id],
    acts: [suspend(id, name), reverse(id, name)],
    views: [],
  };
}

export const relatedHelp = [
  "",
  `s r             of an account: suspend it; reverse what its clicks of ${DAYS} were paid`,
];
