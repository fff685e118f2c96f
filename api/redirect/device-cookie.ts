import { isDevice } from "@fairclick/core/clicks/device";

const NAME = "fc_device";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * The device that the request says it is, with the click by whose answer it was told so, if one was:
 * only a value that could be ours counts.
 */
export function readDevice(cookieHeader: string | null): string | null {
  if (!cookieHeader) return null;
  const start = findValue(cookieHeader);
  if (start < 0) return null;
  const semicolon = cookieHeader.indexOf(";", start);
  const value = cookieHeader.slice(start, semicolon < 0 ? undefined : semicolon);
  return isDevice(value) ? value.toLowerCase() : null;
}

function findValue(header: string): number {
  for (let at = header.indexOf(`${NAME}=`); at >= 0; at = header.indexOf(`${NAME}=`, at + 1)) {
    const before = header[at - 1];
    if (before === undefined || before === " " || before === ";") return at + NAME.length + 1;
  }
  return -1;
}

type NewDevice = { secure: boolean; clickId?: string };

/**
 * The `set-cookie` header that makes a visitor a known device from the next request on. With the id
 * of the click that it answers, the next click is known to be the same visitor's.
 */
export function newDeviceCookie({ secure, clickId }: NewDevice): string {
  const attributes = `Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax`;
  const device = clickId ? `${crypto.randomUUID()}.${clickId}` : crypto.randomUUID();
  return `${NAME}=${device}; ${attributes}${secure ? "; Secure" : ""}`;
}
