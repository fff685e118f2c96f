import { useRef } from "react";
import { ApiError } from "../../../api/answer";
import { newRequestId } from "./new-request-id";

/**
 * One id for each amount that somebody asks for in one opening of a dialog: pressing twice, or again
 * after an answer was lost, asks for the same thing. Once the server has said no, the next try is a
 * new one.
 */
export function useRequestIds() {
  const ids = useRef(new Map<number, string>());
  return {
    getId: (cents: number): string => {
      const id = ids.current.get(cents) ?? newRequestId();
      ids.current.set(cents, id);
      return id;
    },
    forgetAfterRefusal: (cents: number, error: unknown): void => {
      if (isRefusal(error)) ids.current.delete(cents);
    },
  };
}

/** Whatever else went wrong, the request may have been carried out. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429;
}
