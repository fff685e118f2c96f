import { dollarsFromMicros } from "@fairclick/core/money/micros";
import type { PayoutScheduleResponse } from "@fairclick/core/money/withdrawals/payout-schedule";
import type { PayoutSchedule } from "@fairclick/sql/money/payout-schedules";

export function presentPayoutSchedule(schedule: PayoutSchedule | null): PayoutScheduleResponse {
  if (!schedule) return { schedule: null };
  const { every, minimumMicros, nextAt } = schedule;
  const minimum = dollarsFromMicros(minimumMicros);
  return { schedule: { every, minimum, nextAt: nextAt.toISOString() } };
}
