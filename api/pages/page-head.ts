import { escapeMarkup } from "./escape-markup";

/** What search engines and link previews read about a page. All texts are plain, not markup. */
export type PageHead = {
  title: string;
  description: string;
  /** Path of the page, without a query; null if search engines should not list it. */
  path: string | null;
  image: PreviewImage;
};

export type PreviewImage = { path: string; width: number; height: number; alt: string };

const TITLE = /<title>[^<]*<\/title>/;
const DESCRIPTION = /<meta name="description"[^<>]*>/;

/** Returns the app's HTML with the tags of this page in place of the general title and description. */
export function writeHead(html: string, head: PageHead, appUrl: string): string {
  const tags = headTags(head, appUrl).join("\n    ");
  return html.replace(DESCRIPTION, "").replace(TITLE, () => tags);
}

function headTags({ title, description, path, image }: PageHead, appUrl: string): string[] {
  const meta = (attribute: "name" | "property", name: string, content: string | number) =>
    `<meta ${attribute}="${name}" content="${escapeMarkup(String(content))}">`;
  return [
    `<title>${escapeMarkup(title)}</title>`,
    meta("name", "description", description),
    ...(path === null
      ? [meta("name", "robots", "noindex")]
      : [
          `<link rel="canonical" href="${escapeMarkup(appUrl + path)}">`,
          meta("property", "og:url", appUrl + path),
        ]),
    meta("property", "og:type", "website"),
    meta("property", "og:site_name", "Fairclick"),
    meta("property", "og:title", title),
    meta("property", "og:description", description),
    meta("property", "og:image", appUrl + image.path),
    meta("property", "og:image:width", image.width),
    meta("property", "og:image:height", image.height),
    meta("property", "og:image:alt", image.alt),
    meta("name", "twitter:card", "summary_large_image"),
  ];
}
