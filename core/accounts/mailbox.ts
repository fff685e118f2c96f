const GOOGLE = /^(?:gmail|googlemail)\.com$/;

/**
 * Returns the mailbox that an address names, to compare addresses: in lower case, without a tag
 * behind `+`, and at Google without dots. Two addresses with different results can still reach the
 * same person.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf("@");
  const host = address.slice(at + 1).toLowerCase();
  const [name = ""] = address.slice(0, at).toLowerCase().split("+", 1);
  return GOOGLE.test(host) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${host}`;
}
