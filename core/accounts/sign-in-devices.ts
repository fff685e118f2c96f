import { t } from "../language/t";

/** Checked in this order, because most browsers also name others. */
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: [RegExp, string][] = [
  [/\b(iPhone|iPad|iPod)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\b(Macintosh|Mac OS)\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** Describes a user agent so that people recognize their device: `Chrome on Windows`. */
export function describeDevice(userAgent: string | null): string {
  const find = (names: [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const browser = find(browsers);
  const system = find(systems);
  if (browser && system) return t`${browser} on ${system}`;
  return browser ?? system ?? t`an unknown device`;
}

/** Translates a description that was stored in English. */
export function showDevice(stored: string): string {
  if (stored === "an unknown device") return t`an unknown device`;
  const [browser, system, ...more] = stored.split(" on ");
  return browser && system && more.length === 0 ? t`${browser} on ${system}` : stored;
}
