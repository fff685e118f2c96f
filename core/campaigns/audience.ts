/** Kinds of devices that a campaign can pay for. */
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
