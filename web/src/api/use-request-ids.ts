import { useRef } from "react";
import { ApiError } from "./answer";

/**
 * Keeps one request id per amount (or what else tells requests apart) while a dialog is open, so that a second press, or one after a lost
 * response, repeats the same request. After a rejection the next try gets a new id.
 */
export function useRequestIds() {
  const ids = useRef(new Map<number | string, string>());
  return {
    getId: (amount: number | string): string => {
      const id = ids.current.get(amount) ?? newRequestId();
      ids.current.set(amount, id);
      return id;
    },
    forgetAfterRefusal: (amount: number | string, error: unknown): void => {
      if (isRefusal(error)) ids.current.delete(amount);
    },
  };
}

/** After any other error, the server may have carried out the request. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429;
}

/** A random UUID. `crypto.randomUUID` is missing where the app is not served over HTTPS. */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes.set([((bytes[6] ?? 0) & 0x0f) | 0x40], 6);
  bytes.set([((bytes[8] ?? 0) & 0x3f) | 0x80], 8);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
