const descriptions = new Set(["description", "og:description", "twitter:description", "fairclick"]);

/**
 * Returns what a page's owner says in its head: its descriptions, and the addresses of its `rel="me"`
 * links. Reads nothing of the body, in which comments and texts of other people stand.
 */
export async function readOwnerTexts(html: string): Promise<string[]> {
  const texts: string[] = [];
  let hasBody = false;
  const add = (text: string | null) => {
    if (!hasBody && text !== null) texts.push(text);
  };
  const rewriter = new HTMLRewriter()
    .on("body", {
      element: () => {
        hasBody = true;
      },
    })
    .on("html > head > meta", {
      element: (meta) => {
        const name = meta.getAttribute("name") ?? meta.getAttribute("property") ?? "";
        if (descriptions.has(name.trim().toLowerCase())) add(meta.getAttribute("content"));
      },
    })
    .on("html > head > link[href]", {
      element: (link) => {
        const relations = (link.getAttribute("rel") ?? "").toLowerCase().split(/\s+/);
        if (relations.includes("me")) add(link.getAttribute("href"));
      },
    });
  await rewriter.transform(new Response(html)).text();
  return texts;
}
