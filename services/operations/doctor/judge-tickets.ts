import { type Finding, ok, warn } from "./finding";

const HOUR_MS = 3_600_000;
/** People are told that an operator answers; two days of silence are too long. */
const LATE_HOURS = 48;

/** Reports how many tickets wait for an operator, and warns if the oldest waits too long. */
export function judgeTickets(
  { waiting, oldestAt }: { waiting: number; oldestAt: Date | null },
  now: Date,
): Finding {
  if (oldestAt === null) return ok("tickets", "none waits for an operator");
  const hours = Math.floor((now.getTime() - oldestAt.getTime()) / HOUR_MS);
  const detail = `${waiting} ${waiting === 1 ? "waits" : "wait"}, the oldest for ${hours} h`;
  return hours < LATE_HOURS
    ? ok("tickets", detail)
    : warn("tickets", detail, "`fairclick tickets list` shows them.");
}
