import { currentLocale } from "../language/current-language";
import { formatList } from "../language/format-list";
import { t } from "../language/t";
import { type Audience, type AudienceDevice, audienceDevices } from "./audience";
import { countryName } from "./countries";

/** Returns the audience in a few words, such as "Austria, Germany and 3 more"; null if it is everybody. */
export function nameAudience({ countries, devices }: Audience, most = 3): string | null {
  const parts = [countries && nameCountries(countries, most), devices && nameDevices(devices)];
  return parts.filter((part) => part !== null).join("; ") || null;
}

/** Returns which clicks a campaign pays for, in sentences for creators; null if it pays for all. */
export function describeAudience({ countries, devices }: Audience): string | null {
  const from = countries && nameCountries(countries, Infinity);
  const on = devices && nameDevices(devices);
  if (from !== null && on !== null) {
    return t`Pays only for clicks from ${from}, on ${on}. A click whose country or device is not known is not paid.`;
  }
  if (from !== null) {
    return t`Pays only for clicks from ${from}. A click whose country is not known is not paid.`;
  }
  return on === null
    ? null
    : t`Pays only for clicks on ${on}. A click whose device is not known is not paid.`;
}

/** Returns what a kind of device includes: `phones and tablets`. */
export function describeDevice(device: AudienceDevice): string {
  return formatList(deviceNames(device));
}

function nameCountries(countries: readonly string[], most: number): string {
  const names = countries.map(countryName).sort((a, b) => a.localeCompare(b, currentLocale()));
  const left = names.length - most;
  return formatList(left > 0 ? [...names.slice(0, most), t`${left} more`] : names);
}

function nameDevices(devices: NonNullable<Audience["devices"]>): string {
  return formatList(
    audienceDevices.filter((each) => devices.includes(each)).flatMap(deviceNames),
    "or",
  );
}

function deviceNames(device: AudienceDevice): string[] {
  switch (device) {
    case "phone":
      return [t`phones`, t`tablets`];
    case "desktop":
      return [t`computers`];
    case "console":
      return [t`consoles`];
  }
}
