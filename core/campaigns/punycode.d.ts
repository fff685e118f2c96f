declare module "punycode.js" {
  /** Decodes every `xn--` label of a host name. Throws a `RangeError` on a label that is not Punycode. */
  export function toUnicode(host: string): string;
}
