/** Values of the statistics' dimension `device`. */
export const deviceKinds = ["phone", "tablet", "desktop", "tv", "other", "unknown"] as const;
export type DeviceKind = (typeof deviceKinds)[number];
