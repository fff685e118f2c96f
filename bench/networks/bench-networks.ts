import { decideAddress } from "@fairclick/core/clicks/address-evidence";
import { policy } from "@fairclick/core/clicks/release-policy";
import { findAsKind } from "@fairclick/core/ip/as-books";
import { compileIpData, findAddressFacts, type IpData } from "@fairclick/core/ip/ip-data";
import { type AddressRange, findNumber } from "@fairclick/core/ip/ranges";
import { type Random, seededRandom } from "@fairclick/e2e/world/seeded-random";
import { printTable } from "../report/print-table";
import { readLists } from "./read-lists";

const SEED = 20_261_122;

/**
 * Prints how addresses of each list, of people, and of each kind of AS are judged, by lists alone and with the
 * AS table: drawn at random, IPv4 by address space, IPv6 by range. Also the size and speed of the
 * AS table.
 */
export async function benchNetworks(input: { folder: string; addresses: number }): Promise<void> {
  const { lists, asnTable, people } = await readLists(input.folder);
  const base = { version: 1, lists, operatorRanges: [] };
  const alone = compileIpData(base);
  const withAs = compileIpData({ ...base, asnTable });
  const random = seededRandom(SEED);
  const samples = new Map<string, string[]>();
  for (const [name, ranges] of [
    ...people,
    ...lists.map((one) => [one.name, one.ranges] as const),
  ]) {
    if (ranges.length > 0) samples.set(name, draw(ranges, input.addresses, random));
  }
  for (const [kind, addresses] of drawByKind(withAs, input.addresses, random)) {
    samples.set(`AS: ${kind}`, addresses);
  }
  printTable(
    ["addresses of", "drawn", "lists alone: invalid / held", "with AS: invalid / held / shared"],
    [...samples].map(([name, addresses]) => {
      const before = judge(alone, addresses);
      const after = judge(withAs, addresses);
      return [
        name,
        String(addresses.length),
        `${before.invalid} / ${before.held}`,
        `${after.invalid} / ${after.held} / ${after.shared}`,
      ];
    }),
  );
  measureTable(withAs, [...samples.values()].flat());
}

function judge(data: IpData, addresses: readonly string[]) {
  const count = { invalid: 0, held: 0, shared: 0 };
  for (const address of addresses) {
    const decided = decideAddress({ userAgent: null }, findAddressFacts(data, address));
    if (!decided) continue;
    const effect = policy.effects[decided.signal];
    if (effect === "invalid" || effect === "held") count[effect] += 1;
    if (decided.signal === "shared_network") count.shared += 1;
  }
  const share = (part: number) => `${((part / addresses.length) * 100).toFixed(2)} %`;
  return {
    invalid: share(count.invalid),
    held: share(count.held),
    shared: share(count.shared),
  };
}

function draw(ranges: readonly AddressRange[], count: number, random: Random): string[] {
  const ends: number[] = [];
  let total = 0;
  for (const { family, start, end } of ranges) {
    total += family === 4 ? Number(end - start) + 1 : 1;
    ends.push(total);
  }
  return Array.from({ length: count }, () => {
    const at = random.next() * total;
    const range = ranges[firstAbove(ends, at)];
    if (!range) throw new Error("A drawn address lies in a range");
    return addressIn(range, random);
  });
}

function firstAbove(sorted: readonly number[], at: number): number {
  let from = 0;
  let to = sorted.length - 1;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] ?? 0) > at) to = middle;
    else from = middle + 1;
  }
  return from;
}

function addressIn({ family, start, end }: AddressRange, random: Random): string {
  const at = start + BigInt(Math.floor(random.next() * Number(end - start + 1n)));
  if (family === 4) return [24n, 16n, 8n, 0n].map((shift) => (at >> shift) & 255n).join(".");
  const groups = [48n, 32n, 16n, 0n].map((shift) => ((at >> shift) & 0xffffn).toString(16));
  return `${groups.join(":")}::1`;
}

/** Draws IPv4 and IPv6 addresses of each kind of AS; IPv6 among the table's own intervals. */
function drawByKind(data: IpData, count: number, random: Random): Map<string, string[]> {
  const { v4, v6 } = data.asnTable;
  const kinds = new Map<string, AddressRange[]>();
  for (const [family, { high, low, numbers }] of [[4, v4] as const, [6, v6] as const]) {
    for (const [i, asn] of numbers.entries()) {
      if (asn === 0) continue;
      const place = (at: number) =>
        family === 4
          ? BigInt(high[at] ?? 0)
          : (BigInt(high[at] ?? 0) << 32n) | BigInt(low[at] ?? 0);
      const end = i + 1 < numbers.length ? place(i + 1) - 1n : place(i);
      const name = `${findAsKind(asn) ?? "in no book"}, IPv${family}`;
      const ranges = kinds.get(name) ?? [];
      ranges.push({ family, start: place(i), end });
      kinds.set(name, ranges);
    }
  }
  return new Map([...kinds].map(([name, ranges]) => [name, draw(ranges, count, random)]));
}

const PASSES = 5;

function measureTable({ asnTable }: IpData, addresses: readonly string[]): void {
  const { v4, v6 } = asnTable;
  const bytes = [v4, v6].flatMap(({ high, low, numbers }) => [high, low, numbers]);
  const total = bytes.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const before = process.cpuUsage();
  let found = 0;
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (const address of addresses) if (findNumber(asnTable, address) !== null) found += 1;
  }
  const { user, system } = process.cpuUsage(before);
  const nanoseconds = ((user + system) * 1_000) / (addresses.length * PASSES);
  console.log(
    `AS table: ${v4.numbers.length} IPv4 and ${v6.numbers.length} IPv6 intervals, ${(total / 1e6).toFixed(1)} MB, ${nanoseconds.toFixed(0)} ns a look-up, ${found / PASSES} of ${addresses.length} addresses known`,
  );
}
