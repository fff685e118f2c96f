import type { Objection } from "@fairclick/core/clicks/objections-schema";
import { formatMicros, formatMoment } from "../../../output/format";
import type { Paint } from "../../../output/paint";

export function describeObjection(objection: Objection, paint: Paint): string[] {
  const { id, developer, campaign, clicks, micros, filter, text, state, answer, record } =
    objection;
  const { upheld, dismissed, objectedClicks, validClicks } = record;
  return [
    `${paint.strong(id)}  ${formatMoment(objection.objectedAt)}  ${developer} on ${campaign}`,
    `  clicks  ${clicks} paid with ${formatMicros(micros)}${filter === null ? "" : `, selected by ${describeFilter(filter)}`}`,
    `  says    ${text}`,
    `  record  ${upheld} upheld, ${dismissed} dismissed; objected to ${objectedClicks} clicks of this campaign, which has ${validClicks} valid ones`,
    ...(answer === null
      ? []
      : [
          `  ${state} by ${objection.answeredBy}, ${objection.reversedClicks} clicks reversed: ${answer}`,
        ]),
  ];
}

function describeFilter(filter: NonNullable<Objection["filter"]>): string {
  const conditions = Object.entries(filter).map(([name, value]) => `${name} ${value}`);
  return conditions.length === 0 ? "no condition" : conditions.join(", ");
}
