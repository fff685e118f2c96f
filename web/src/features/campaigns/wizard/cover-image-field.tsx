import { useState } from "react";
import { Field } from "../../../ui/field";
import { checkCoverImage } from "./cover-image-rules";

type Cover = { error?: string; preview?: string; name?: string };

/** Previews a cover image. It is not sent. */
export function CoverImageField() {
  const [cover, setCover] = useState<Cover>({});

  function choose(file: File | undefined) {
    if (!file) return setCover({});
    const error = checkCoverImage(file);
    if (error) return setCover({ error });
    const reader = new FileReader();
    reader.onload = () => setCover({ preview: String(reader.result), name: file.name });
    reader.readAsDataURL(file);
  }

  return (
    <Field label="Game cover image (optional)" hint="An image under 5MB." error={cover.error}>
      {(control) => (
        <div className="flex items-center gap-4">
          <input
            {...control}
            type="file"
            accept="image/*"
            className={`${control.className} file:mr-3 file:rounded-sm file:border-0 file:bg-bar file:px-3 file:py-1 file:font-semibold`}
            onChange={(event) => choose(event.currentTarget.files?.[0])}
          />
          {cover.preview ? (
            <img
              src={cover.preview}
              alt={`Cover: ${cover.name}`}
              className="size-16 shrink-0 border-2 border-edge object-cover"
            />
          ) : null}
        </div>
      )}
    </Field>
  );
}
