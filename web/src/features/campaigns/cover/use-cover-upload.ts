import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { ApiError, NetworkError, readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";

/** Enough retries for a restart of the server. */
const MAX_RETRIES = 6;
const LONGEST_PAUSE_MS = 8_000;

/**
 * Uploads the chosen image and calls `onStored` with its hash, unless it was replaced or removed meanwhile.
 * Retries while the server does not answer, which is safe: the same image is stored once.
 */
export function useCoverUpload(onStored: (hash: string) => void) {
  const chosen = useRef<File | null>(null);
  const { mutate, reset, isPending, isError, isSuccess, error, failureCount } = useMutation({
    mutationFn: (image: File) =>
      readAnswer(api.campaigns.covers.$post(undefined, { init: { body: image } })),
    retry: (failures, error) => failures < MAX_RETRIES && isTemporary(error),
    retryDelay: (failures) => Math.min(1_000 * 2 ** failures, LONGEST_PAUSE_MS),
    networkMode: "always",
    onSuccess: ({ data }, image) => {
      if (image === chosen.current) onStored(data.hash);
    },
  });
  return {
    ...{ isPending, isError, isSuccess, error, failureCount },
    send: (image: File) => {
      chosen.current = image;
      mutate(image);
    },
    sendAgain: () => {
      if (chosen.current) mutate(chosen.current);
    },
    cancel: () => {
      chosen.current = null;
      reset();
    },
  };
}

export type CoverUpload = ReturnType<typeof useCoverUpload>;

function isTemporary(error: Error): boolean {
  if (error instanceof NetworkError) return true;
  return error instanceof ApiError && error.status >= 502 && error.status <= 504;
}
