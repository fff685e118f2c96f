import type { ClickSelection } from "@fairclick/core/clicks/click-decisions-schema";
import type { ActPlan, EachPlan, SinglePlan } from "./acts";

export function describePlan(plan: ActPlan): string {
  return plan.kind === "each" ? describeEach(plan) : describeSingle(plan);
}

/** Returns the kind of an act; on marked rows, what is done to each. */
export function actName(act: ActPlan): string {
  return act.kind === "each" ? (act.parts[0]?.plan.kind ?? "each") : act.kind;
}

/** All parts do the same, so the first one describes them. */
function describeEach({ parts }: EachPlan): string {
  const [first] = parts;
  const rows = parts.reduce((sum, part) => sum + part.rows.length, 0);
  if (!first) return "Nothing to do";
  const { plan } = first;
  if (rows === 1) return describeSingle(plan);
  switch (plan.kind) {
    case "approve":
    case "reject":
    case "reverse":
    case "hold":
      return describeSingle(plan).replace(describeSelection(plan.clicks), describeRows(plan, rows));
    case "accept":
    case "decline":
      return `Answer ${rows} appeals`;
    case "disableLink":
      return `Disable ${parts.length} links`;
    case "enableLink":
      return `Enable ${parts.length} links`;
    case "suspend":
      return `Suspend ${parts.length} creators`;
    case "restore":
      return `Restore ${parts.length} creators`;
    case "deny":
    case "allow":
    case "shared":
    case "leave":
      return describeSingle(plan).replace(plan.range, `${parts.length} ranges`);
  }
}

function describeRows({ clicks }: { clicks: ClickSelection }, rows: number): string {
  const count = rows.toLocaleString("en-US");
  if ("ids" in clicks) return `${count} clicks`;
  return clicks.group.actId ? "the same clicks" : `the clicks of ${count} rows`;
}

function describeSingle(plan: SinglePlan): string {
  switch (plan.kind) {
    case "approve":
      return `Approve and pay ${describeSelection(plan.clicks)}`;
    case "reject":
      return `Reject ${describeSelection(plan.clicks)}`;
    case "reverse":
      return `Reverse the payment of ${describeSelection(plan.clicks)}`;
    case "hold":
      return plan.isPaid
        ? `Reverse the payment of ${describeSelection(plan.clicks)}, and hold them again`
        : `Hold ${describeSelection(plan.clicks)} again`;
    case "accept":
      return "Accept the appeal and pay the click";
    case "decline":
      return "Decline the appeal";
    case "disableLink":
      return `Disable the link ${plan.code}`;
    case "enableLink":
      return `Enable the link ${plan.code}`;
    case "suspend":
      return `Suspend ${plan.name}`;
    case "restore":
      return `Restore ${plan.name}`;
    case "deny":
      return `Deny ${plan.range}`;
    case "allow":
      return `Allow ${plan.range}`;
    case "shared":
      return `Declare ${plan.range} shared`;
    case "leave":
      return `Remove the decision about ${plan.range}`;
  }
}

function describeSelection(clicks: ClickSelection): string {
  if ("group" in clicks) return clicks.group.actId ? "the same clicks" : "the clicks of this group";
  return clicks.ids.length === 1 ? "this click" : `${clicks.ids.length} clicks`;
}
