/** How much of the budget is used, in percent: at most 100, and 0 when there is no budget. */
export function percentUsed(campaign: { budget: number; budgetUsed: number }): number {
  if (campaign.budget === 0) return 0;
  return Math.min(100, (campaign.budgetUsed / campaign.budget) * 100);
}

/** Clicks per impression in percent with two decimals; without impressions there is no rate. */
export function clickThroughRate(campaign: { totalClicks: number; impressions: number }): string {
  if (campaign.impressions === 0) return "N/A";
  return `${((campaign.totalClicks / campaign.impressions) * 100).toFixed(2)}%`;
}

/** Running: switched on, and its end still to come. */
export function isLive(campaign: { isActive: boolean; endDate: string }, now: Date): boolean {
  return campaign.isActive && new Date(campaign.endDate) > now;
}
