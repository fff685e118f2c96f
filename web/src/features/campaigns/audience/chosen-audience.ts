import type { AudienceDevice } from "@fairclick/core/campaigns/audience";

/** Empty lists choose everything. */
export type ChosenAudience = { countries: string[]; devices: AudienceDevice[] };

/** Returns the audience as the API has it. */
export function toAudience({ countries, devices }: ChosenAudience) {
  return {
    countries: countries.length > 0 ? countries : null,
    devices: devices.length > 0 ? devices : null,
  };
}
