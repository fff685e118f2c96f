import type { ActPart, ActPlan, EachPlan, NamedRow, Refusal, SinglePlan } from "./acts";
import { planAct } from "./acts";
import { type Mark, sumStakes } from "./marks";

type Planned = { mark: Mark; plan: SinglePlan };

/**
 * Returns the act of a key on all marked rows, a message if it is possible on none, or null if the key
 * has no act.
 */
export function planMarked(key: string, marks: readonly Mark[]): ActPlan | string | null {
  const planned: Planned[] = [];
  const refused: Refusal[] = [];
  for (const mark of marks) {
    const plan = planOne(key, mark);
    if (plan === null) return null;
    if (typeof plan === "string") refused.push({ ...toRow(mark), why: plan });
    else planned.push({ mark, plan });
  }
  const [chosen] = planned;
  if (!chosen) return refused[0]?.why ?? null;
  // A key stops some rows and resumes others, which were stopped before: it does only one of the two.
  const wanted = planned.find(({ plan }) => stops.has(plan.kind))?.plan.kind ?? chosen.plan.kind;
  const others = planned.filter(({ plan }) => plan.kind !== wanted);
  return {
    kind: "each",
    parts: toParts(planned.filter(({ plan }) => plan.kind === wanted)),
    refused: [
      ...refused,
      ...others.map(({ mark }) => ({ ...toRow(mark), why: "Stopped already" })),
    ],
    stakeMicros: sumStakes(marks),
  } satisfies EachPlan;
}

const stops = new Set<SinglePlan["kind"]>(["disableLink", "suspend"]);

/** Creators read the answers to their appeals, so each gets its own. */
function planOne(key: string, { target }: Mark): SinglePlan | string | null {
  if (target.appeal && (key === "a" || key === "x")) {
    return "It has an open appeal: answer it alone";
  }
  return planAct(key, target);
}

function toRow({ key, name }: Mark): NamedRow {
  return { key, name };
}

/** One call decides all listed clicks; other acts need a call per link, creator, range or group. */
function toParts(planned: readonly Planned[]): ActPart[] {
  const calls = Map.groupBy(planned, ({ mark, plan }) => callOf(mark, plan));
  return [...calls.values()].flatMap((same) => {
    const rows = same.map(({ mark }) => toRow(mark));
    const [first] = same;
    return first ? [{ plan: withIds(first, same), rows }] : [];
  });
}

/** Rows with an equal result share a call. An approval of held clicks is undone differently. */
function callOf({ key, target }: Mark, plan: SinglePlan): string {
  if ("code" in plan) return plan.code;
  if ("userId" in plan) return plan.userId;
  if ("range" in plan) return plan.range;
  if (!("clicks" in plan) || "group" in plan.clicks) return key;
  return plan.kind === "approve" && target.verdict === "held" ? "held" : "clicks";
}

function withIds({ plan, mark }: Planned, same: readonly Planned[]): SinglePlan {
  if (!("clicks" in plan) || "group" in plan.clicks) return plan;
  const clicks = { ids: same.map(({ mark }) => mark.key) };
  if (plan.kind !== "approve") return { ...plan, clicks };
  return { ...plan, clicks, wereHeld: mark.target.verdict === "held" };
}
