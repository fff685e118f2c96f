import { useRef } from "react";
import { ApiError } from "./answer";
import { newRequestId } from "./new-request-id";

/**
 * Keeps one request id per amount while a dialog is open, so that a second press, or one after a lost
 * response, repeats the same request. After a rejection the next try gets a new id.
 */
export function useRequestIds() {
  const ids = useRef(new Map<number, string>());
  return {
    getId: (amount: number): string => {
      const id = ids.current.get(amount) ?? newRequestId();
      ids.current.set(amount, id);
      return id;
    },
    forgetAfterRefusal: (amount: number, error: unknown): void => {
      if (isRefusal(error)) ids.current.delete(amount);
    },
  };
}

/** After any other error, the server may have carried out the request. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429;
}
