import { t } from "../language/t";

const LONGEST_URL = 500;
const privateNames =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|test|invalid|arpa)$/;

/**
 * Returns why no request can be sent to this address, or null if one can. Names are resolved when a
 * request is sent, and their addresses are checked then. `allowLocal` also accepts `http://localhost`.
 */
export function findAddressProblem(text: string, { allowLocal }: { allowLocal: boolean }) {
  if (text.length > LONGEST_URL) return t`The address must have at most ${LONGEST_URL} characters`;
  const url = URL.parse(text);
  if (!url) return t`The address must be a URL such as https://game.example/fairclick`;
  if (url.username || url.password || url.hash) {
    return t`The address must have no user name, password or fragment`;
  }
  if (allowLocal && isLocalAddress(url)) return null;
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
