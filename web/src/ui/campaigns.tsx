import { COVER_WIDTHS, type CoverFormat, coverPath } from "@fairclick/core/campaigns/cover-files";
import type { CoverResponse } from "@fairclick/core/campaigns/covers";

type CoverProps = {
  cover: CoverResponse;
  /** The `sizes` attribute: how wide the cover is shown, so that the browser chooses a file. */
  sizes: string;
  className?: string;
};

/** A campaign's cover in 16:9: its image, or the drawing of its initials. */
export function Cover({ cover: { hash, alt, image }, sizes, className = "" }: CoverProps) {
  const look = `aspect-video w-full rounded-sm bg-bar object-cover ${className}`;
  const common = { width: 640, height: 360, loading: "lazy", decoding: "async" } as const;
  if (hash === null) return <img src={image} alt={alt} className={look} {...common} />;
  return (
    <picture>
      <source type="image/avif" srcSet={listFiles(hash, "avif")} sizes={sizes} />
      <img
        src={image}
        srcSet={listFiles(hash, "webp")}
        sizes={sizes}
        alt={alt}
        className={look}
        {...common}
      />
    </picture>
  );
}

function listFiles(hash: string, format: CoverFormat): string {
  return COVER_WIDTHS.map((width) => `${coverPath(hash, `${width}.${format}`)} ${width}w`).join(
    ", ",
  );
}
