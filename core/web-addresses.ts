import ipaddr from "ipaddr.js";
import { toUnicode } from "punycode.js";
import { z } from "zod";
import { t } from "./language/t";
import { type Message, writeMessage } from "./schemas";

export const MAX_URL_LENGTH = 2_048;

/**
 * Whether a text is an `http(s)` URL without credentials or control characters. These URLs end up in
 * `location` headers.
 */
export function isWebUrl(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
  if (text.length > MAX_URL_LENGTH || /[\u0000-\u0020\u007f\\]/.test(text)) return false;
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  return isWeb && url.username === "" && url.password === "" && url.hostname.length > 0;
}

/** Schema of a required URL of a public website. `field` starts the error texts. */
export function webUrlSchema(field: Message) {
  const required = () => t`${writeMessage(field)} is required`;
  return z
    .string({ error: required })
    .trim()
    .min(1, { error: required })
    .superRefine(refuseProblem(field));
}

/** Like `webUrlSchema`, but may be empty or missing. */
export function optionalWebUrlSchema(field: Message) {
  return z.string().trim().superRefine(refuseProblem(field)).optional();
}

function refuseProblem(field: Message) {
  return (text: string, ctx: z.RefinementCtx) => {
    if (text === "") return;
    const problem = isWebUrl(text) ? findHostProblem(text) : "no_web_address";
    if (problem)
      ctx.addIssue({ code: "custom", message: describeProblem(writeMessage(field), problem) });
  };
}

function describeProblem(field: string, problem: HostProblem | "no_web_address"): string {
  switch (problem) {
    case "no_web_address":
      return t`${field} must be a web address that starts with https:// or http://`;
    case "not_public":
      return t`${field} must lead to a public website, not to a private or reserved address`;
    case "spoofing":
      return t`${field} must not have a website name that mixes alphabets or imitates Latin letters`;
  }
}

const LONGEST_URL = 500;
const privateNames =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|test|invalid|arpa)$/;

/**
 * Returns why no request can be sent to this address, or null if one can. Names are resolved when a
 * request is sent, and their addresses are checked then. `allowLocal` also accepts `http://localhost`.
 * Accepts no IP address over TLS, which needs a name.
 */
export function findAddressProblem(text: string, { allowLocal }: { allowLocal: boolean }) {
  if (text.length > LONGEST_URL) return t`The address must have at most ${LONGEST_URL} characters`;
  const url = URL.parse(text);
  if (!url) return t`The address must be a URL such as https://game.example/fairclick`;
  if (url.username || url.password || url.hash) {
    return t`The address must have no user name, password or fragment`;
  }
  const overTls = url.protocol === "https:" && url.hostname !== "localhost";
  if (allowLocal && isLocalAddress(url) && !overTls) return null;
  if (url.protocol !== "https:") return t`The address must start with https://`;
  if (url.port !== "" && Number(url.port) < 1_024) {
    return t`The port must be 443, or at least 1024`;
  }
  const host = url.hostname.replace(/\.$/, "").toLowerCase();
  if (/^[\d.]+$/.test(host) || host.startsWith("[")) {
    return t`The address must have a host name, not a number`;
  }
  if (!host.includes(".") || privateNames.test(host)) {
    return t`The host name must be one of the public internet`;
  }
  return null;
}

/** Whether the address is this machine's, as a developer's own stack has it. */
export function isLocalAddress({ protocol, hostname }: URL): boolean {
  return (
    (protocol === "http:" || protocol === "https:") &&
    (hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]")
  );
}

/**
 * `not_public`: a private or reserved address. `spoofing`: a name that mixes alphabets or imitates
 * Latin letters.
 */
type HostProblem = "not_public" | "spoofing";

/** Top-level names that no public website has (RFC 2606, 6761, 6762, 7686, 8375, 9476), and those of private networks. */
const privateHosts = new Set([
  ...[
    "localhost",
    "local",
    "localdomain",
    "internal",
    "intranet",
    "private",
    "corp",
    "home",
    "lan",
  ],
  ...["test", "invalid", "onion", "alt", "arpa"],
]);

/** Globally routed IPv6 addresses are in 2000::/3; all others are special-purpose. */
const globalIpv6 = ipaddr.parseCIDR("2000::/3");

/**
 * Returns why a URL does not lead to a public website, or null if it may. Parses the URL as browsers
 * do (`new URL`), so every notation of an address is covered. Does not resolve the name, because its
 * target can change at any time.
 */
export function findHostProblem(url: string): HostProblem | null {
  const host = parseHost(url);
  const address = host.replace(/^\[(.*)\]$/, "$1");
  if (ipaddr.isValid(address)) return isPublicAddress(address) ? null : "not_public";
  const labels = host.split(".");
  if (labels.length < 2 || privateHosts.has(labels.at(-1) ?? "")) return "not_public";
  return isSpoofingHost(host) ? "spoofing" : null;
}

/** Returns the host of a URL in lower case, without port and trailing dot. Throws if the URL is invalid. */
export function parseHost(url: string): string {
  return new URL(url).hostname.toLowerCase().replace(/\.$/, "");
}

function isPublicAddress(text: string): boolean {
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  return (
    address.kind() === "ipv4" || (address as ipaddr.IPv6).match(globalIpv6 as [ipaddr.IPv6, number])
  );
}

/**
 * Allowed scripts of a label: one of the scripts in common use (Unicode Annex 31, table 5), or an
 * East Asian combination with Latin ("highly restrictive" in Unicode Technical Standard 39).
 */
const allowed = [
  /^[\p{scx=Arabic}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Armenian}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Bengali}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Cyrillic}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Devanagari}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Ethiopic}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Georgian}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Greek}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Gujarati}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Gurmukhi}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Hebrew}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Kannada}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Khmer}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Lao}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Latin}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Malayalam}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Myanmar}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Oriya}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Sinhala}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Tamil}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Telugu}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Thaana}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Thai}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Tibetan}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Latin}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Latin}\p{scx=Han}\p{scx=Bopomofo}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Latin}\p{scx=Han}\p{scx=Hangul}\p{scx=Common}\p{scx=Inherited}]+$/u,
];

/** Cyrillic and Greek letters that look like Latin letters in most typefaces. */
const lookAlikes = /^[-0-9аԁегһіїјӏоорԛсѕԝхуѵьαγικνορτυχ]+$/u;

/**
 * Whether a host name imitates another: a label mixes scripts, uses an unusual script, or consists
 * only of Latin look-alikes under a Latin top-level name. Decodes Punycode first; returns true if a
 * label cannot be decoded.
 */
function isSpoofingHost(host: string): boolean {
  const labels = decode(host)?.split(".");
  if (!labels) return true;
  const hasLatinEnd = /^[a-z0-9-]+$/.test(labels.at(-1) ?? "");
  return labels.some((label) => {
    if (/^[a-z0-9_-]*$/.test(label)) return false;
    return (
      !allowed.some((pattern) => pattern.test(label)) || (hasLatinEnd && lookAlikes.test(label))
    );
  });
}

function decode(host: string): string | null {
  try {
    return toUnicode(host);
  } catch {
    return null;
  }
}
