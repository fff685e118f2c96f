import { coverPath, coverTooLarge, MAX_COVER_BYTES } from "@fairclick/core/campaigns/cover-files";
import { chooseDrawnCover, drawnCoverPath } from "@fairclick/core/campaigns/drawn-covers";
import { t } from "@fairclick/core/language/t";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { ApiError, describeFailure, NetworkError, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { Button } from "../ui/button";
import { Field } from "../ui/fields";

const HINT = t`An image under 5MB, best 1280 × 720. Without one, a cover is drawn.`;
const LOG_IN = t`Log in first, then choose the image: it cannot be kept until then.`;
const NOT_STORED = t`The image could not be uploaded. It is still here: try again.`;

type CoverPickerProps = {
  /** Hash of the stored image; empty without one. */
  hash: string;
  game: { title: string; genres: readonly string[] };
  /** Null for visitors, who cannot upload. */
  upload: CoverUpload | null;
  error?: string | undefined;
  onRemove: () => void;
  /** The field for the image's description, shown if there is an image. */
  children: ReactNode;
};

/** Chooses, shows, replaces and removes the cover of a campaign. */
export function CoverPicker(props: CoverPickerProps) {
  const { hash, game, upload, error, onRemove, children } = props;
  const [local, setLocal] = useState<{ preview?: string; error?: string }>({});
  const input = useRef<HTMLInputElement>(null);
  const failed = describeFailure(upload?.error, NOT_STORED);
  const hasImage = hash !== "" || local.preview !== undefined;

  function choose(image: File | undefined) {
    if (!image) return;
    const wrong = checkCoverImage(image) ?? (upload ? null : LOG_IN);
    if (wrong || !upload) return setLocal({ error: wrong ?? LOG_IN });
    const reader = new FileReader();
    reader.onload = () => setLocal({ preview: String(reader.result) });
    reader.readAsDataURL(image);
    upload.send(image);
  }

  function remove() {
    setLocal({});
    upload?.cancel();
    if (input.current) input.current.value = "";
    onRemove();
  }

  const drawn = drawnCoverPath(chooseDrawnCover(game.title, game.genres), "svg");
  const stored = hash === "" ? drawn : coverPath(hash, "320.webp");
  return (
    <div className="space-y-4">
      <Field
        label={t`Game cover image (optional)`}
        hint={HINT}
        error={local.error ?? failed ?? error}
      >
        {(control) => (
          <div className="flex flex-wrap items-center gap-4">
            <img
              src={local.preview ?? stored}
              alt={hasImage ? t`The cover you chose` : t`The drawn cover`}
              width={160}
              height={90}
              className="aspect-video w-40 shrink-0 rounded-sm border-2 border-edge object-cover"
            />
            <input
              {...control}
              ref={input}
              type="file"
              accept="image/*"
              className={`${control.className} min-w-0 flex-1 basis-56 file:mr-3 file:rounded-sm file:border-0 file:bg-bar file:px-3 file:py-1 file:font-semibold`}
              onChange={(event) => choose(event.currentTarget.files?.[0])}
            />
          </div>
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="text-sm text-soft">
          {describeUpload(upload, hash)}
        </p>
        {failed && upload ? <Button onClick={upload.sendAgain}>{t`Try Again`}</Button> : null}
        {hasImage ? <Button onClick={remove}>{t`Remove Image`}</Button> : null}
      </div>
      {hasImage ? children : null}
    </div>
  );
}

function describeUpload(upload: CoverUpload | null, hash: string): string {
  if (upload?.isPending) {
    return upload.failureCount > 0
      ? t`The server does not answer. Trying again...`
      : t`Uploading the image...`;
  }
  return upload?.isSuccess && hash !== "" ? t`The image is stored.` : "";
}

/** Returns an error message, or null if the image is accepted. */
export function checkCoverImage(file: { type: string; size: number }): string | null {
  if (!file.type.startsWith("image/")) return t`Please select a valid image file`;
  if (file.size >= MAX_COVER_BYTES) return coverTooLarge();
  return null;
}

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
