import { parseRobloxLink } from "@fairclick/core/campaigns/destination";
import type { GameFacts, GameQuestion } from "@fairclick/core/campaigns/read-game";
import { AppError } from "@fairclick/core/errors";
import { printableText } from "@fairclick/core/texts";
import { parseHost } from "@fairclick/core/web-addresses";
import type { AttemptLimits } from "../accounts/limits";
import { requireUser } from "../changes";
import type { Ctx } from "../context";
import { type FetchImage, type FetchPage, SendProblem } from "../outgoing";
import { type Pictures, uploadCover } from "./covers";
import { previewReview, type ReviewTerms } from "./reviews";

export type GameReader = {
  limits: Pick<AttemptLimits, "take">;
  fetchPage: FetchPage;
  fetchImage: FetchImage;
  pictures: Pictures & { network: string };
  terms: ReviewTerms;
};

const MAX_TITLE = 120;
const MAX_DESCRIPTION = 1_000;

/**
 * Returns whether a campaign for a game would wait for review, and what the game's page says of itself if
 * that is asked. A page or picture that cannot be read leaves its fields null: the developer types them.
 */
export async function readGame(
  ctx: Ctx,
  { gameUrl, payoutPerClick, reads }: GameQuestion,
  reader: GameReader,
): Promise<GameFacts> {
  requireUser(ctx);
  const { terms } = reader;
  const review = await previewReview(ctx, {
    ...{ gameUrl, terms, payoutMicros: payoutPerClick ?? null },
  });
  const { title, description, image } = reads ? await readPage(gameUrl, reader) : unread;
  const coverHash = image === null ? null : await storeImage(ctx, { image, gameUrl }, reader);
  return { title, description, coverHash, review };
}

type PageFacts = { title: string | null; description: string | null; image: string | null };

const unread: PageFacts = { title: null, description: null, image: null };

async function readPage(gameUrl: string, reader: GameReader): Promise<PageFacts> {
  const host = parseHost(gameUrl);
  if (!parseRobloxLink(gameUrl)) await reader.limits.take("channelCheckHost", host);
  const site = host.replace(/^www\./, "");
  try {
    const isSite = (url: URL) => url.hostname.replace(/^www\./, "") === site;
    const html = await reader.fetchPage(gameUrl, isSite);
    return html === null ? unread : await readHead(html);
  } catch (error) {
    if (error instanceof SendProblem) return unread;
    throw error;
  }
}

/** Reads a page's title, description and picture as link previews do. */
async function readHead(html: string): Promise<PageFacts> {
  const found = new Map<string, string>();
  const rewriter = new HTMLRewriter().on("html > head > meta", {
    element: (meta) => {
      const name = (meta.getAttribute("property") ?? meta.getAttribute("name") ?? "").toLowerCase();
      const content = meta.getAttribute("content");
      if (content !== null && !found.has(name)) found.set(name, content);
    },
  });
  await rewriter.transform(new Response(html)).text();
  const text = (name: string, maxLength: number) =>
    printableText(found.get(name) ?? "")
      .slice(0, maxLength)
      .trim() || null;
  return {
    title: text("og:title", MAX_TITLE),
    description: text("og:description", MAX_DESCRIPTION) ?? text("description", MAX_DESCRIPTION),
    image: found.get("og:image") ?? null,
  };
}

type GameImage = { image: string; gameUrl: string };

async function storeImage(
  ctx: Ctx,
  { image, gameUrl }: GameImage,
  { fetchImage, pictures }: GameReader,
): Promise<string | null> {
  try {
    const bytes = await fetchImage(URL.parse(image, gameUrl)?.href ?? "");
    return bytes === null ? null : await uploadCover(ctx, bytes, pictures);
  } catch (error) {
    if (error instanceof SendProblem || error instanceof AppError) return null;
    throw error;
  }
}
