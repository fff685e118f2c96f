/** The public page of a campaign, to be posted where creators are. */
export function campaignAddress(id: string): string {
  return `${window.location.origin}/campaigns/${id}`;
}
