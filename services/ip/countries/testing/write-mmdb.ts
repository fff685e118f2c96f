import ipaddr from "ipaddr.js";

type Node = { children: [Child, Child] };
type Child = Node | { offset: number } | null;

const METADATA_MARKER = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1");
const RECORD_BITS = 24;

/**
 * Writes a small database in MaxMind's format from ranges and their ISO codes. `ipVersion` 4 leaves
 * IPv6 out, as some databases do.
 */
export function writeMmdb(ranges: Record<string, string>, ipVersion: 4 | 6 = 6): Buffer {
  const root: Node = { children: [null, null] };
  const data: Buffer[] = [];
  let size = 0;
  for (const [cidr, code] of Object.entries(ranges)) {
    const record = encode({ country: { iso_code: code } });
    insert(root, toBits(cidr, ipVersion), { offset: size });
    data.push(record);
    size += record.length;
  }
  const nodes = number(root);
  const tree = Buffer.concat(nodes.map(({ children }) => writeNode(children, nodes)));
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_767_225_600,
    database_type: "Test-Country",
    description: { en: "made by a test" },
    ip_version: ipVersion,
    languages: ["en"],
    node_count: nodes.length,
    record_size: RECORD_BITS,
  });
  return Buffer.concat([tree, Buffer.alloc(16), ...data, METADATA_MARKER, metadata]);
}

/** IPv4 is stored in the first 2^32 addresses of an IPv6 tree. */
function toBits(cidr: string, ipVersion: 4 | 6): number[] {
  const [address, length] = ipaddr.parseCIDR(cidr);
  const bits = address
    .toByteArray()
    .flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((at) => (byte >> at) & 1));
  const before = address.kind() === "ipv4" && ipVersion === 6 ? new Array<number>(96).fill(0) : [];
  return [...before, ...bits.slice(0, length)];
}

function insert(root: Node, bits: number[], leaf: { offset: number }): void {
  let node = root;
  for (const [depth, bit] of bits.entries()) {
    const side = bit as 0 | 1;
    if (depth === bits.length - 1) {
      node.children[side] = leaf;
      return;
    }
    const child = node.children[side];
    const next: Node = child && "children" in child ? child : { children: [null, null] };
    node.children[side] = next;
    node = next;
  }
}

function number(root: Node): Node[] {
  const nodes = [root];
  for (const node of nodes) {
    for (const child of node.children) if (child && "children" in child) nodes.push(child);
  }
  return nodes;
}

function writeNode(children: [Child, Child], nodes: Node[]): Buffer {
  const record = Buffer.alloc((RECORD_BITS * 2) / 8);
  for (const [side, child] of children.entries()) {
    const value =
      child === null
        ? nodes.length
        : "offset" in child
          ? nodes.length + 16 + child.offset
          : nodes.indexOf(child);
    record.writeUIntBE(value, (side * RECORD_BITS) / 8, RECORD_BITS / 8);
  }
  return record;
}

type Value = string | number | string[] | { [name: string]: Value };

/** The few types that are needed: text 2, map 7, unsigned 32-bit 6, array 11 (an extended type). */
function encode(value: Value): Buffer {
  if (typeof value === "string")
    return Buffer.concat([head(2, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === "number") {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([head(6, 4), bytes]);
  }
  if (Array.isArray(value))
    return Buffer.concat([Buffer.from([value.length, 11 - 7]), ...value.map(encode)]);
  const entries = Object.entries(value);
  return Buffer.concat([
    head(7, entries.length),
    ...entries.flatMap(([name, item]) => [encode(name), encode(item)]),
  ]);
}

/** Sizes below 29 stand beside the type; everything here is that short. */
function head(type: number, size: number): Buffer {
  if (size >= 29) throw new Error("Too long for this small writer");
  return Buffer.from([(type << 5) | size]);
}
