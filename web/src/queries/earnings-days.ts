export const earningsDays = [7, 30, 90, 365] as const;
export type EarningsDays = (typeof earningsDays)[number];

export const ORDINARY_DAYS: EarningsDays = 30;

export function isEarningsDays(days: unknown): days is EarningsDays {
  return earningsDays.some((each) => each === days);
}
