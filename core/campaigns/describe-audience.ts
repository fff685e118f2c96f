import { type Audience, audienceDeviceNames, audienceDevices } from "./audience";
import { countryName } from "./countries";

const and = new Intl.ListFormat("en", { type: "conjunction" });
const or = new Intl.ListFormat("en", { type: "disjunction" });

/** Returns the audience in a few words, such as "Austria, Germany and 3 more"; null if it is everybody. */
export function nameAudience(audience: Audience, most = 3): string | null {
  const { devices } = audience;
  const parts = [nameCountries(audience, most), devices && nameDevices(devices)];
  return parts.filter((part) => part !== null).join("; ") || null;
}

/** Returns which clicks a campaign pays for, in sentences for creators; null if it pays for all. */
export function describeAudience(audience: Audience): string | null {
  const { countries, devices } = audience;
  if (countries === null && devices === null) return null;
  const from = countries && `from ${nameCountries(audience, Infinity)}`;
  const on = devices && `on ${nameDevices(devices)}`;
  const where = [from, on].filter((part) => part !== null).join(", ");
  const unknown = [...(countries ? ["country"] : []), ...(devices ? ["device"] : [])].join(" or ");
  return `Pays only for clicks ${where}. A click whose ${unknown} is not known is not paid.`;
}

function nameCountries({ countries }: Audience, most: number): string | null {
  if (countries === null) return null;
  const names = countries.map(countryName).sort((a, b) => a.localeCompare(b, "en"));
  const left = names.length - most;
  return and.format(left > 0 ? [...names.slice(0, most), `${left} more`] : names);
}

function nameDevices(devices: NonNullable<Audience["devices"]>): string {
  const inOrder = audienceDevices.filter((device) => devices.includes(device));
  return or.format(inOrder.flatMap((device) => audienceDeviceNames[device]));
}
