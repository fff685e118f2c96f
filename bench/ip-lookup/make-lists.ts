import type { IpList, ListClass } from "@fairclick/core/ip/ip-data";
import { parseList } from "@fairclick/core/ip/lists";
import type { Random } from "@fairclick/e2e/world/seeded-random";

/** Size and prefix lengths of the public lists, per class and family. */
const shapes: { class: ListClass; family: 4 | 6; ranges: number; prefixes: number[] }[] = [
  { class: "relay", family: 4, ranges: 3_300, prefixes: [26, 28, 29, 30, 32] },
  { class: "relay", family: 6, ranges: 10_500, prefixes: [45, 64, 64, 64] },
  { class: "tor", family: 4, ranges: 6_000, prefixes: [32] },
  { class: "datacenter", family: 4, ranges: 46_000, prefixes: [16, 19, 20, 21, 22, 23, 24, 24] },
  { class: "datacenter", family: 6, ranges: 11_000, prefixes: [29, 32, 32, 36, 40, 44, 48] },
  { class: "vpn", family: 4, ranges: 11_000, prefixes: [22, 23, 24, 24, 24] },
  { class: "vpn", family: 6, ranges: 500, prefixes: [48] },
];

export function makeLists(random: Random): IpList[] {
  return shapes.map(({ class: listClass, family, ranges, prefixes }) => {
    const lines = Array.from(
      { length: ranges },
      () => `${family === 4 ? randomIpv4(random) : randomIpv6(random)}/${random.pick(prefixes)}`,
    );
    return {
      name: `${listClass}-v${family}`,
      class: listClass,
      date: "2026-08-22",
      ranges: parseList(lines.join("\n")).ranges,
    };
  });
}

export function randomIpv4(random: Random): string {
  return Array.from({ length: 4 }, () => Math.floor(random.between(1, 224))).join(".");
}

/** Returns a random address in 2000::/4, where allocated addresses are. */
export function randomIpv6(random: Random): string {
  const groups = Array.from({ length: 4 }, () =>
    Math.floor(random.between(0, 65_536)).toString(16),
  );
  const [, ...rest] = groups;
  return `2${Math.floor(random.between(0, 4_096)).toString(16).padStart(3, "0")}:${rest.join(":")}::1`;
}
