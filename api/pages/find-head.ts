import {
  documentTitle,
  type PublicPage,
  publicPages,
} from "@fairclick/core/operations/public-pages";
import type { PageHead, PreviewImage } from "./page-head";

const previewImage: PreviewImage = {
  path: "/icons/preview.png",
  width: 1200,
  height: 630,
  alt: "Fairclick: a receipt with one marked line",
};

const heads = new Map<string, PageHead>(publicPages.map((page) => [page.path, describe(page)]));

/** The head of pages behind the sign-in, and of addresses without a page. */
export const privateHead: PageHead = {
  title: "Fairclick",
  description: publicPages[0]?.description ?? "",
  path: null,
  image: previewImage,
};

/** Returns the head of the public page at this path; null if there is none. */
export async function findHead(path: string): Promise<PageHead | null> {
  return heads.get(path) ?? null;
}

function describe(page: PublicPage): PageHead {
  return {
    title: documentTitle(page),
    description: page.description,
    path: page.listed ? page.path : null,
    image: previewImage,
  };
}
