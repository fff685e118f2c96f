import type { ClickDecision, ClickSelection } from "@fairclick/core/clicks/click-decisions-schema";
import type { RangeEffect } from "@fairclick/core/ip/ip-data";
import type { OperatorChange } from "@fairclick/core/operations/operator-change-schema";
import { type Api, LONG_WORK_MS } from "../../connection/open-api";
import { decidedWord } from "../../output/decided-word";
import { describeChange } from "../../output/describe-change";
import type { ActPlan, Outcome, SingleAct } from "./acts";
import { describeDecision, sumOf } from "./describe-decision";

/** Performs an act on one row or one selection of clicks, or its dry run. */
export async function performAct(api: Api, act: SingleAct, dryRun: boolean): Promise<Outcome> {
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
