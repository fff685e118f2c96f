import ipaddr from "ipaddr.js";

/** The upper 64 bits of an IPv6 address. One household or server has a /64. */
export type NetworkHalves = { high: number; low: number };

/** Returns the 32 bits of a dotted IPv4 address, or -1 if the text is not one. */
export function parseIpv4(text: string): number {
  let address = 0;
  let octet = -1;
  let octets = 0;
  for (let i = 0; i <= text.length; i += 1) {
    const code = i === text.length ? DOT : text.charCodeAt(i);
    if (code === DOT) {
      if (octet < 0) return -1;
      address = address * 256 + octet;
      octet = -1;
      octets += 1;
    } else {
      const digit = code - ZERO;
      if (digit < 0 || digit > 9 || octet === 0) return -1;
      octet = octet < 0 ? digit : octet * 10 + digit;
      if (octet > 255) return -1;
    }
  }
  return octets === 4 ? address : -1;
}

const DOT = 46;
const COLON = 58;
const ZERO = 48;

const groups = new Uint16Array(8);

/**
 * Writes the network half of an IPv6 address to `into`. Returns false if the text is not an IPv6
 * address in hexadecimal groups. IPv4-mapped addresses are converted to IPv4 before.
 */
export function parseIpv6Network(text: string, into: NetworkHalves): boolean {
  let count = 0;
  let gap = -1;
  let position = 0;
  if (text.charCodeAt(0) === COLON) {
    if (text.charCodeAt(1) !== COLON) return false;
    gap = 0;
    position = 2;
  }
  while (position < text.length) {
    if (count === 8) return false;
    const end = readGroup(text, position);
    if (end < 0) return false;
    groups[count] = group;
    count += 1;
    position = end;
    if (position === text.length) break;
    position += 1;
    if (position === text.length) return false;
    if (text.charCodeAt(position) === COLON) {
      if (gap >= 0) return false;
      gap = count;
      position += 1;
    }
  }
  if (gap < 0 ? count !== 8 : count > 7) return false;
  into.high = (groupAt(0, count, gap) * 65_536 + groupAt(1, count, gap)) >>> 0;
  into.low = (groupAt(2, count, gap) * 65_536 + groupAt(3, count, gap)) >>> 0;
  return true;
}

let group = 0;

/** Stores one group's value in `group`. Returns the position after it, or -1 if it is malformed. */
function readGroup(text: string, start: number): number {
  let value = 0;
  let position = start;
  for (; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (code === COLON) break;
    const digit = hexDigit(code);
    if (digit < 0 || position - start === 4) return -1;
    value = value * 16 + digit;
  }
  if (position === start) return -1;
  group = value;
  return position;
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

/** Returns the group at a place of the full address, with the `::` at `gap` expanded to zeros. */
function groupAt(place: number, count: number, gap: number): number {
  if (gap < 0 || place < gap) return groups[place] ?? 0;
  const shifted = place - (8 - count);
  return shifted < gap ? 0 : (groups[shifted] ?? 0);
}

/** Returns the network of an IPv6 address with a prefix of `bits` bits: `2001:db8::/48`. */
export function ipv6Network(ip: string, bits: number): string {
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${ip}/${bits}`)}/${bits}`;
}

const LETTER_A = 65;
const LETTERS = 26;

/** Codes that stand for no place: `ZZ` is unknown, `EU` and `AP` are regions of old registrations. */
const noPlaces: ReadonlySet<string> = new Set(["ZZ", "EU", "AP"]);

/**
 * Returns a two-letter country code as a number for a table of ranges; 0 for a code that stands for no
 * place; null if the text is not two capital letters.
 */
export function parseCountry(text: string): number | null {
  if (!/^[A-Z]{2}$/.test(text)) return null;
  if (noPlaces.has(text)) return 0;
  return (text.charCodeAt(0) - LETTER_A) * LETTERS + text.charCodeAt(1) - LETTER_A + 1;
}

/** Returns the country code of a number that `parseCountry` returned. */
export function countryCode(number: number): string {
  const place = number - 1;
  return String.fromCharCode(LETTER_A + Math.floor(place / LETTERS), LETTER_A + (place % LETTERS));
}

/** The prefix under which a NAT64 shows IPv4 clients to IPv6 servers (RFC 6052), and its bits. */
const nat64Prefix = [ipaddr.IPv6.parse("64:ff9b::"), 96] as const;

/**
 * Returns the IPv4 address of a client that comes through a NAT64; null if the address is not
 * translated. The prefix must not stand for private addresses (RFC 6052, section 3.1): nobody may use
 * it to appear as a machine of the server's own network.
 */
export function unwrapNat64(address: ipaddr.IPv6): string | null {
  if (!address.match(...nat64Prefix)) return null;
  const client = address.toByteArray().slice(12).join(".");
  return isForClients(client) ? client : null;
}

const mayBeTunnel = /^(?:2002:|2001:0{0,4}:)/;

/**
 * Returns the IPv4 address inside a 6to4 address (2002::/16) or of a Teredo client (2001::/32),
 * where the tunnel starts. All Teredo clients of one server share a /64. Returns other addresses unchanged.
 */
export function unwrapTunnel(address: string): string {
  if (!mayBeTunnel.test(address)) return address;
  const [first, second = 0, third = 0, , , , seventh = 0, eighth = 0] =
    ipaddr.IPv6.parse(address).parts;
  if (first !== 0x2002 && second !== 0) return address;
  const inner =
    first === 0x2002 ? toIpv4(second, third) : toIpv4(seventh ^ 0xffff, eighth ^ 0xffff);
  return isForClients(inner) ? inner : address;
}

function toIpv4(high: number, low: number): string {
  return `${high >> 8}.${high & 0xff}.${low >> 8}.${low & 0xff}`;
}

const neverClients = [
  "unspecified",
  "private",
  "loopback",
  "linkLocal",
  "multicast",
  "broadcast",
  "carrierGradeNat",
];

/** Whether an IPv4 address may be a client's on the internet. */
function isForClients(ipv4: string): boolean {
  return !neverClients.includes(ipaddr.IPv4.parse(ipv4).range());
}

/**
 * Returns the key under which an address counts: the IPv4 address, or the /64 of an IPv6 address (one
 * household). 6to4 and Teredo count as the IPv4 address that they tunnel through
 * (docs/decisions/014-address-data.md).
 */
export function ipKey(ip: string): string {
  const address = unwrapTunnel(ip);
  return address.includes(":") ? networkKey(address, 64) : address;
}

/** Returns the /48 of an IPv6 address, usually the largest network of one customer. Null for IPv4 and tunnels. */
export function siteKey(ip: string): string | null {
  const address = unwrapTunnel(ip);
  return address.includes(":") ? networkKey(address, 48) : null;
}

/** Returns the network of an address that one owner usually holds: an IPv4 /24 or an IPv6 /48. */
export function neighbourhoodKey(ip: string): string {
  return siteKey(ip) ?? ipKey(ip).split(".").slice(0, 3).join(".");
}

function networkKey(ip: string, bits: 48 | 64): string {
  const { parts } = ipaddr.IPv6.parse(ip);
  const kept = bits / 16;
  const network = parts.map((part, index) => (index < kept ? part : 0));
  return `${new ipaddr.IPv6(network).toString()}/${bits}`;
}

/** Whether an address identifies a visitor: not loopback, private, link-local, carrier-grade NAT and the like. */
export function isPublicAddress(ip: string): boolean {
  return ipaddr.isValid(ip) && ipaddr.parse(unwrapTunnel(ip)).range() === "unicast";
}

/** Returns the /48 or /56 that contains the /64 of an ip key. Null for IPv4. */
export function ipKeyNetwork(key: string, bits: 48 | 56): string | null {
  if (!key.includes(":")) return null;
  const [groups = ""] = key.split("/");
  const [before = "", after] = groups.split("::");
  const first = before === "" ? [] : before.split(":");
  const zeros =
    after === undefined ? 0 : 8 - first.length - (after === "" ? 0 : after.split(":").length);
  const all = [...first, ...Array<string>(zeros).fill("0"), ...(after ? after.split(":") : [])];
  const [a = "0", b = "0", c = "0", d = "0"] = all;
  if (bits === 48) return `${a}:${b}:${c}::/48`;
  return `${a}:${b}:${c}:${(Number.parseInt(d, 16) & 0xff00).toString(16)}::/56`;
}
