import { appealUntil } from "@fairclick/core/clicks/appeals";
import type { OwnClick } from "@fairclick/core/clicks/campaign-clicks";
import type { Policy } from "@fairclick/core/clicks/policy";
import type { OwnClickRow } from "@fairclick/sql/clicks/read-clicks";
import { presentLiveClick } from "./present-live-click";

type Moment = { now: Date; policy: Policy };

/** Presents a click as `presentLiveClick` does, with its appeal. */
export function presentOwnClick(click: OwnClickRow, moment: Moment): OwnClick {
  const { verdict, clickedAt } = click;
  const until = click.appealState ? null : appealUntil({ verdict, clickedAt, now: moment.now });
  return {
    ...presentLiveClick(click, moment),
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
