/** True if the name contains the search text, ignoring case. */
export function matchesName(campaign: { name: string }, search: string): boolean {
  return campaign.name.toLowerCase().includes(search.toLowerCase());
}
