/** How a device is named that has its cookie from a click's answer: by itself, and by that click. */
const named = /^cookie:[0-9a-f-]{36}\.([0-9a-f-]{36})$/;

/** The click by whose answer a device was given its cookie; null when its name does not say. */
export function firstClickOf(deviceKey: string): string | null {
  return named.exec(deviceKey)?.[1] ?? null;
}
