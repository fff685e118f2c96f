import { isUuid } from "@fairclick/core/ids";

const NAME = "fc_device";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The device that the request says it is: only a value that could be ours counts. */
export function readDevice(cookieHeader: string | null): string | null {
  if (!cookieHeader) return null;
  const start = findValue(cookieHeader);
  if (start < 0) return null;
  const value = cookieHeader.slice(start, start + 36);
  const next = cookieHeader[start + 36];
  return isUuid(value) && (next === undefined || next === ";") ? value.toLowerCase() : null;
}

function findValue(header: string): number {
  for (let at = header.indexOf(`${NAME}=`); at >= 0; at = header.indexOf(`${NAME}=`, at + 1)) {
    const before = header[at - 1];
    if (before === undefined || before === " " || before === ";") return at + NAME.length + 1;
  }
  return -1;
}

/** The `set-cookie` header that makes a visitor a known device from the next request on. */
export function newDeviceCookie({ secure }: { secure: boolean }): string {
  const attributes = `Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax`;
  return `${NAME}=${crypto.randomUUID()}; ${attributes}${secure ? "; Secure" : ""}`;
}
