import type { RelatedUsers } from "@fairclick/core/accounts/users";
import { groupActNames } from "@fairclick/core/operations/attacks";
import type { DecidedDetail } from "@fairclick/core/operations/cases";
import { formatMicros } from "@fairclick/core/resource";
import { describeRelated } from "../frame/related";
import type { Act, Column, Row, View } from "./state-more";

/** Reads the accounts of the lists in which keys act on several of them. */
export type MemberReaders = {
  related: (user: string) => Promise<RelatedUsers>;
  attack: (id: string) => Promise<DecidedDetail>;
};

/** What ties accounts changes slowly, and is dear to find. */
const POLL_MS = 60_000;
/** Days of clicks that a key reverses; `users act` takes other ones. */
const DAYS = "30d";

const columns: readonly Column[] = [
  { heading: "account", width: 20 },
  { heading: "state", width: 10 },
  { heading: "money", width: 12, side: "right" },
  { heading: "why", width: 0 },
];

/** Lists an account and those that are related to it. Money is what their clicks were paid. */
export function relatedView(readers: MemberReaders, user: string, name = user): View {
  return membersView(`Accounts related to ${name}`, async () => {
    const related = await readers.related(user);
    const cells = describeRelated(related);
    const rows = related.accounts.map(({ id }, n) => toRow(id, cells[n] ?? []));
    return { rows, title: related.isPartial ? "more are related than are listed" : "" };
  });
}

/** Lists the accounts of an attack. Money is what has not left. */
export function attackView(readers: MemberReaders, id: string): View {
  return membersView("Accounts of the attack", async () => {
    const shown = await readers.attack(id);
    if (shown.kind !== "attacks") return { rows: [], title: "" };
    const rows = shown.members.map((member) => {
      const { id, username, suspendedAt, liveLinks, takenMicros, heldMicros } = member;
      const money = BigInt(heldMicros) + BigInt(member.leavableMicros);
      return toRow(id, [
        ...[username, suspendedAt ? "suspended" : "active", formatMicros(String(money))],
        `${liveLinks} live links, held ${formatMicros(heldMicros)}, taken back ${formatMicros(takenMicros)}`,
      ]);
    });
    return { rows, title: shown.note };
  });
}

type Listed = { rows: readonly Row[]; title: string };

function membersView(name: string, list: () => Promise<Listed>): View {
  return {
    ...{ name, columns, pollMs: POLL_MS },
    read: async () => ({
      ...(await list()),
      ...{ cursor: null, warning: null, tabs: [], views: [], groupActs: listGroupActs },
    }),
  };
}

/** The cells are those of `columns`. */
function toRow(id: string, cells: readonly string[]): Row {
  const [name = id, state, , why = ""] = cells;
  return {
    ...{ key: id, name, member: { id, name }, cells, tone: state === "active" ? null : "faint" },
    about: why === "" ? [] : [why, ""],
    ...{ show: ["users", "show", id], acts: [], views: [] },
  };
}

/** Acts on the accounts of chosen rows: one reason, one preview and one undo. One row has its own acts too. */
export function listGroupActs(rows: readonly Row[]): readonly Act[] {
  const own = rows.length === 1 ? (rows[0]?.acts ?? []) : [];
  const members = new Map(
    rows.flatMap(({ member }) => (member ? [[member.id, member.name] as const] : [])),
  );
  if (members.size === 0) return own;
  const keys = new Set(own.map(({ key }) => key));
  return [...own, ...actOn(members).filter(({ key }) => !keys.has(key))];
}

function actOn(members: ReadonlyMap<string, string>): Act[] {
  const command = ["users", "act", ...members.keys()];
  const whom = `${members.size === 1 ? "1 account" : `${members.size} accounts`}: ${[...members.values()].join(", ")}`;
  const act = (key: string, label: string, options: readonly string[]): Act => ({
    ...{ key, label, stake: whom, prompt: "Reason, for the audit log" },
    command: [...command, ...options],
    undoFrom: readUndo,
  });
  const all = groupActNames.map((name) => `--${name}`);
  return [
    { ...act("f", "freeze", all), stake: `${groupActNames.join(", ")} ${whom}` },
    act("h", "hold", ["--hold"]),
    act("r", `reverse ${DAYS}`, ["--reverse", "--from", DAYS]),
    act("l", "stop links", ["--stop"]),
    act("s", "suspend", ["--suspend"]),
    act("p", "put in a case", []),
  ];
}

/** Finds the act that a change names in its facts. */
function readUndo(lines: readonly string[]): readonly string[] | null {
  for (const line of lines) {
    const [, id] = /^ {2}act: (?:none → )?([0-9a-f-]{36})$/.exec(line) ?? [];
    if (id !== undefined) return ["users", "act", "--undo", id];
  }
  return null;
}

/** Lines of the help about lists of accounts. */
export const membersHelp = [
  "",
  "In a list of accounts: space chooses, * chooses all; h r l s act on the chosen ones, f does",
  "all four, p puts them in a case. Without a choice, they act on the selected account.",
];
