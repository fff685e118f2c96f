/** Returns the URL of a campaign's public page, to share with creators. */
export function campaignAddress(id: string): string {
  return `${window.location.origin}/campaigns/${id}`;
}
