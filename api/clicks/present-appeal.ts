import type { Appeal } from "@fairclick/core/clicks/appeals";
import type { AppealRow } from "@fairclick/sql/clicks/appeals";

export function presentAppeal({ priceMicros, ...appeal }: AppealRow): Appeal {
  return {
    ...appeal,
    clickedAt: appeal.clickedAt.toISOString(),
    appealedAt: appeal.appealedAt.toISOString(),
    answeredAt: appeal.answeredAt?.toISOString() ?? null,
    micros: priceMicros.toString(),
  };
}
