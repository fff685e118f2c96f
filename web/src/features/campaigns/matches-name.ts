/** Whether a campaign's name holds what is searched for, in whatever case. */
export function matchesName(campaign: { name: string }, search: string): boolean {
  return campaign.name.toLowerCase().includes(search.toLowerCase());
}
