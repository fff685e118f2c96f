import type { Appeal } from "@fairclick/core/clicks/appeals-schema";
import type { AppealRow } from "@fairclick/sql/clicks/appeals";

export function presentAppeal({ payoutMicros, ...appeal }: AppealRow): Appeal {
  return {
    ...appeal,
    clickedAt: appeal.clickedAt.toISOString(),
    appealedAt: appeal.appealedAt.toISOString(),
    answeredAt: appeal.answeredAt?.toISOString() ?? null,
    micros: payoutMicros.toString(),
  };
}
