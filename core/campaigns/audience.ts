import { countryName } from "../countries";
import { currentLocale, formatList, t } from "../language/t";

export const audienceDevices = ["phone", "desktop", "console"] as const;
export type AudienceDevice = (typeof audienceDevices)[number];

/** Which clicks a campaign pays for: ISO 3166 codes and kinds of devices; null pays for all. */
export type Audience = {
  countries: readonly string[] | null;
  devices: readonly AudienceDevice[] | null;
};

/** The audience of a campaign that pays for every click. */
export const everybody: Audience = { countries: null, devices: null };

/** Country and device class of a click as they are stored; null if unknown. */
export type AudienceMember = { country: string | null; deviceClass: string | null };

/** Returns the kind of a stored device class; null for televisions and for what is not known. */
export function audienceDevice(deviceClass: string | null): AudienceDevice | null {
  return (
    audienceDevices.find((device) => audienceDeviceClasses(device).includes(deviceClass ?? "")) ??
    null
  );
}

/** The stored device classes that a kind of device includes. */
export function audienceDeviceClasses(device: AudienceDevice): readonly string[] {
  return device === "phone" ? ["phone", "tablet"] : [device];
}

/** Whether a campaign pays for clicks like this. What is not known is in no chosen audience. */
export function isInAudience({ countries, devices }: Audience, click: AudienceMember): boolean {
  const device = audienceDevice(click.deviceClass);
  return (
    (countries === null || (click.country !== null && countries.includes(click.country))) &&
    (devices === null || (device !== null && devices.includes(device)))
  );
}

/** Whether every click inside `before` is inside `after`. */
export function growsTo(before: Audience, after: Audience): boolean {
  return contains(after.countries, before.countries) && contains(after.devices, before.devices);
}

function contains(all: readonly string[] | null, some: readonly string[] | null): boolean {
  return all === null || (some?.every((each) => all.includes(each)) ?? false);
}

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
