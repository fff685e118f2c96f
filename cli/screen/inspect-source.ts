import type { ClickFilterInput, ListedClick } from "@fairclick/core/clicks/flagged-clicks";
import { describeWhy, type Suspect } from "@fairclick/core/clicks/operated";
import type { Verdict } from "@fairclick/core/clicks/signal";
import { ipKey } from "@fairclick/core/ip/numbers";
import { formatMicros } from "@fairclick/core/resource";
import { type Api, callAdmin } from "../frame/connection";
import { toDollars, verdictTones } from "../frame/describe";
import { listGroupActs, type MemberReaders, membersHelp, relatedView } from "./members-view";
import type { Act, KeyedView, Row, Source, View } from "./state-more";

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
  readers: MemberReaders;
};

/** Returns the screen of `fairclick inspect`, which begins with the clicks that match a filter. */
export function createInspectSource({ api, run, filter, readers }: Given): Source {
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
        rows: answer.data.map((click) => toRow(click, viewOf, readers)),
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
        rows: data.map((suspect) => toSuspectRow(suspect, viewOf, readers)),
        ...{ cursor: null, title: "", warning: null, views: [], tabs: [start] },
        groupActs: listGroupActs,
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
      ...membersHelp,
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
function toSuspectRow(suspect: Suspect, viewOf: ViewOf, readers: MemberReaders): Row {
  const { kind, name, creatorId, campaignId, code, openMicros, oddPercent } = suspect;
  const named = suspect.suspect.slice(kind.length + 1);
  const views: KeyedView[] = [];
  const add = (key: string, label: string, query: ClickFilterInput) =>
    views.push({ key, label, view: viewOf(query, suspect.suspect) });
  if (creatorId !== null) {
    add("c", "creator", { creator: creatorId });
    views.push({ key: "e", label: "related", view: relatedView(readers, creatorId, name) });
  }
  if (creatorId !== null && campaignId !== null) {
    add("o", "link", { creator: creatorId, campaign: campaignId, verdict: "any" });
  }
  if (named.includes("/")) add("i", "network", { address: named, verdict: "any" });
  return {
    key: suspect.suspect,
    name: name || named,
    ...(creatorId === null ? {} : { member: { id: creatorId, name } }),
    cells: [suspect.suspect, toDollars(openMicros), `${oddPercent}%`, describeWhy(suspect)],
    tone: null,
    about: [],
    show: ["suspects", "show", suspect.suspect],
    acts: [
      ...(code === null ? [] : [disable(code, name)]),
      ...(named.includes("/") ? [deny(named)] : []),
    ],
    views,
  };
}

function toRow(click: ListedClick, viewOf: ViewOf, readers: MemberReaders): Row {
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
  const view = relatedView(readers, creatorId, creatorName);
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

  const approve = ["clicks", "decide", "approve", id];
  const reverse = ["clicks", "decide", "reverse", id, "--category"];
  const hold = ["clicks", "decide", "hold", id];
  const approved = { key: "a", label: "approve", command: approve, stake: pays, prompt };
  switch (verdict) {
    case "held":
      return [
        { ...approved, undo: [...reverse, "mistake"] },
        {
          key: "x",
          label: "reject",
          command: ["clicks", "decide", "reject", id],
          stake: `${creatorName} does not get ${price}.`,
          prompt,
          undo: hold,
        },
      ];
    case "invalid":
      return [{ ...approved, undo: [...reverse, "mistake"] }];
    case "valid": {
      const command = [...reverse, "bot_traffic"];
      const stake = `Takes ${formatMicros(click.paidMicros)} from ${creatorName}.`;
      return [{ key: "r", label: "reverse", command, stake, prompt, undo: approve }];
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
    ...{ key: "s", label: "suspend creator", prompt },
    command: ["users", "decide", "suspend", creatorId],
    stake: `Stops the links, campaigns and withdrawals of ${name}.`,
    undo: ["users", "decide", "restore", creatorId],
  };
}

function disable(code: string, name: string): Act {
  return {
    ...{ key: "l", label: "disable link", prompt },
    command: ["links", "decide", "disable", code],
    stake: `${name} earns nothing more from this link.`,
    undo: ["links", "decide", "enable", code],
  };
}

function deny(range: string): Act {
  return {
    ...{ key: "n", label: "deny address", stake: null, prompt },
    command: ["ip-data", "decide", "deny", range],
    undo: ["ip-data", "decide", "remove", range],
  };
}
