import { appealUntil } from "@fairclick/core/clicks/appeals";
import { describeReversal } from "@fairclick/core/clicks/decisions";
import type { OwnClick } from "@fairclick/core/schemas/own-clicks";
import type { OwnClickRow } from "@fairclick/sql/own-clicks";
import { presentLiveClick } from "./present-live-click";

type Moment = { now: Date; windowSeconds: number };

/** What a creator is told of a click: the kind of reason and the rule, never what was found. */
export function presentOwnClick(click: OwnClickRow, moment: Moment): OwnClick {
  const { decided, category, verdict, clickedAt } = click;
  const base = presentLiveClick(click, moment);
  const until = click.appealState ? null : appealUntil({ verdict, clickedAt, now: moment.now });
  return {
    ...base,
    category: category
      ? `${base.category}: ${describeReversal(category).toLowerCase()}`
      : base.category,
    rule: decided === "reject" ? "An operator has looked at this click and refused it." : base.rule,
    appeal: presentAppeal(click),
    appealUntil: until?.toISOString() ?? null,
  };
}

function presentAppeal(click: OwnClickRow): OwnClick["appeal"] {
  if (!click.appealState) return null;
  return {
    state: click.appealState,
    text: click.appealText,
    answer: click.appealAnswer,
    appealedAt: click.appealedAt.toISOString(),
    answeredAt: click.answeredAt?.toISOString() ?? null,
  };
}
