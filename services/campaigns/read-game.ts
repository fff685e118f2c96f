import { parseRobloxLink } from "@fairclick/core/campaigns/destination";
import type { GameFacts, GameQuestion } from "@fairclick/core/campaigns/game-url";
import { AppError } from "@fairclick/core/errors";
import { printableText } from "@fairclick/core/texts";
import { parseHost } from "@fairclick/core/web-addresses";
import { decodeHTMLAttribute } from "entities";
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
  if (!(await mayAsk(gameUrl, gameUrl, reader))) return unread;
  const site = parseHost(gameUrl).replace(/^www\./, "");
  try {
    const isSite = (url: URL) => url.hostname.replace(/^www\./, "") === site;
    const html = await reader.fetchPage(gameUrl, isSite);
    return html === null ? unread : await readHead(html);
  } catch (error) {
    if (error instanceof SendProblem) return unread;
    throw error;
  }
}

/** Returns whether a host can be asked once more: nobody's website can be flooded by us. */
async function mayAsk(url: string, gameUrl: string, { limits }: GameReader): Promise<boolean> {
  // Roblox has millions of games, and its pages name its own pictures.
  if (parseRobloxLink(gameUrl)) return true;
  try {
    await limits.take("gameHost", parseHost(url));
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "rate_limited") return false;
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
  const read = (name: string) => decodeHTMLAttribute(found.get(name) ?? "");
  const text = (name: string, maxLength: number) =>
    printableText(read(name)).slice(0, maxLength).trim() || null;
  return {
    title: text("og:title", MAX_TITLE),
    description: text("og:description", MAX_DESCRIPTION) ?? text("description", MAX_DESCRIPTION),
    image: read("og:image") || null,
  };
}

type GameImage = { image: string; gameUrl: string };

async function storeImage(
  ctx: Ctx,
  { image, gameUrl }: GameImage,
  reader: GameReader,
): Promise<string | null> {
  const url = URL.parse(image, gameUrl)?.href;
  if (!url || !(await mayAsk(url, gameUrl, reader))) return null;
  try {
    const bytes = await reader.fetchImage(url);
    return bytes === null ? null : await uploadCover(ctx, bytes, reader.pictures);
  } catch (error) {
    if (error instanceof SendProblem || error instanceof AppError) return null;
    throw error;
  }
}
