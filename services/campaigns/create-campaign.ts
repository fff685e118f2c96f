import { formatExactDollars } from "@fairclick/core/amounts";
import {
  budgetTooSmall,
  checkCampaignDates,
  DEFAULT_CLICK_RULES,
  MAX_UNFUNDED_CAMPAIGNS,
  MIN_BUDGET_CLICKS,
  type NewCampaign,
  storeTexts,
} from "@fairclick/core/campaigns/campaign-input";
import { parseRobloxLink } from "@fairclick/core/campaigns/destination";
import type { GameFacts, GameQuestion } from "@fairclick/core/campaigns/game-url";
import { DEFAULT_PAYS_FOR } from "@fairclick/core/campaigns/pays-for";
import { clickFee } from "@fairclick/core/campaigns/prices";
import { AppError } from "@fairclick/core/errors";
import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { campaignPaid } from "@fairclick/core/notices/campaign-notices";
import { printableText } from "@fairclick/core/texts";
import { parseHost } from "@fairclick/core/web-addresses";
import { setWantedCreators } from "@fairclick/sql/accounts/channels";
import {
  countUnfunded,
  findCampaign,
  insertCampaign,
  type LockedCampaignRow,
  type NewCampaignRow,
} from "@fairclick/sql/campaigns/campaigns";
import { setJoinRule } from "@fairclick/sql/campaigns/joining";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import type { Deposit } from "@fairclick/sql/money/deposits";
import { openAccounts } from "@fairclick/sql/money/ledger";
import { decodeHTMLAttribute } from "entities";
import type { AttemptLimits } from "../accounts/limits";
import { requireNoCooldown } from "../accounts/recovery-cooldown";
import { requireUser, writeAudit } from "../changes";
import type { Config } from "../config";
import type { Ctx } from "../context";
import { inLanguage } from "../language/in-language";
import { notify } from "../notify";
import { type FetchImage, type FetchPage, SendProblem } from "../outgoing";
import { audienceColumns, audienceFacts, refuseUnknownCountries, wantedFacts } from "./audience";
import {
  addLocked,
  fundLocked,
  payLosses,
  type Reserved,
  refuseDisputed,
  reserveBudget,
} from "./budget";
import { changeCover, coverFacts, type Pictures, uploadCover } from "./covers";
import { refuseOwnHosts, type Site, setLimits } from "./edit-campaign";
import {
  type CampaignView,
  campaignNotFound,
  getOwnCampaign,
  viewCampaign,
} from "./read-campaigns";
import { refuseConfirmedAddress } from "./reports";
import { holdForReview, previewReview, type ReviewTerms } from "./reviews";

const DAY_MS = 86_400_000;

type CreatedCampaign = { campaign: CampaignView; reserved: Reserved };

/**
 * Saves a campaign and reserves its budget in one transaction. If the wallet does not cover the budget,
 * the campaign is saved as awaiting funds; a funded one may wait for review. Throws `conflict` if the
 * developer has seen another fee than the one in force, or if it would spend money of an account in its
 * cooldown.
 */
export async function createCampaign(
  ctx: Ctx,
  input: NewCampaign,
  terms: Site & ReviewTerms & Pick<Config, "feeBasisPoints">,
): Promise<CreatedCampaign> {
  const developerId = requireUser(ctx);
  refuseOwnHosts(terms, input);
  const at = ctx.now();
  const wrongDates = checkCampaignDates(input, at);
  if (wrongDates) {
    const issues = [{ path: "endDate", message: wrongDates }];
    throw new AppError("validation", wrongDates, { issues });
  }
  await refuseUnknownCountries(ctx.db.sql, input.audience);
  const { feeBasisPoints } = terms;
  const feeMicros = clickFee(feeBasisPoints, input.payoutPerClick);
  refuseOtherFee(input, feeMicros);
  const clickRules = input.clickRules ?? DEFAULT_CLICK_RULES;
  const paysFor = input.paysFor ?? DEFAULT_PAYS_FOR;
  const row = newRow(developerId, { ...input, clickRules, paysFor, feeBasisPoints }, at);
  const reserved = await withTx(ctx.db, async (tx) => {
    await refuseConfirmedAddress(tx, input.gameUrl);
    await refuseDisputed(tx, { developerId, at });
    await insertCampaign(tx, row);
    const limits = await setLimits(tx, { ...row, feeMicros }, { limits: input.limits, at });
    if (input.whoMayJoin) await setJoinRule(tx, { id: row.id, joinRule: input.whoMayJoin });
    if (input.cover) await changeCover(tx, { ...row, cover: input.cover });
    if (input.wanted) await setWantedCreators(tx, { id: row.id, ...input.wanted });
    await openAccounts(tx, row.id, ["escrow"]);
    await payLosses(tx, developerId);
    const { id: campaignId, budgetMicros } = row;
    const reserved = await reserveBudget(tx, { campaignId, developerId, budgetMicros, at });
    if (reserved.ok) {
      await requireNoCooldown(tx, { userId: developerId, at });
      await holdForReview(tx, ctx, { campaign: row, terms });
    } else await refuseTooManyUnfunded(tx, { developerId, at });
    await writeAudit(tx, ctx, {
      action: "campaign.create",
      subject: `campaign:${row.id}`,
      after: {
        name: row.name,
        gameUrl: row.gameUrl,
        payoutMicros: row.payoutMicros.toString(),
        feeMicros: feeMicros.toString(),
        budgetMicros: row.budgetMicros.toString(),
        clickRules: row.clickRules,
        paysFor: row.paysFor,
        ...audienceFacts(row),
        ...limits?.after,
        ...wantedFacts(input.wanted),
        ...coverFacts(input.cover),
        ...(input.whoMayJoin && { whoMayJoin: input.whoMayJoin }),
        funded: reserved.ok,
      },
    });
    return reserved;
  });
  return { campaign: await getOwnCampaign(ctx, row.id), reserved };
}

/** The schema knows no fee, so it has compared the budget without one. */
function refuseOtherFee({ payoutPerClick, feePerClick: seen, budget }: NewCampaign, fee: bigint) {
  if (seen !== undefined && seen !== fee) {
    throw new AppError(
      "conflict",
      t`Fairclick's fee for this campaign is now ${formatExactDollars(fee)} a click. Please look at the costs again.`,
    );
  }
  if (fee === 0n || budget >= (payoutPerClick + fee) * MIN_BUDGET_CLICKS) return;
  const issues = [{ path: "budget", message: budgetTooSmall() }];
  throw new AppError("validation", budgetTooSmall(), { issues });
}

/**
 * Throws if the user has too many unfunded campaigns. Ended ones count for a day, so that ending
 * them does not make room. The wallet lock of `reserveBudget` keeps concurrent requests from
 * exceeding the limit.
 */
async function refuseTooManyUnfunded(
  tx: Tx,
  { developerId, at }: { developerId: UserId; at: Date },
): Promise<void> {
  const createdAfter = new Date(at.getTime() - DAY_MS);
  const count = await countUnfunded(tx, { developerId, at, createdAfter });
  if (count <= MAX_UNFUNDED_CAMPAIGNS) return;
  throw new AppError(
    "conflict",
    t`At most ${MAX_UNFUNDED_CAMPAIGNS} of your campaigns can wait for funds at a time, with those of the last 24 hours that you ended. Fund one of them, or add this campaign's budget to your wallet first.`,
  );
}

function newRow(
  developerId: UserId,
  input: NewCampaign & Pick<NewCampaignRow, "clickRules" | "paysFor" | "feeBasisPoints">,
  at: Date,
): NewCampaignRow {
  return {
    id: asId<CampaignId>(Bun.randomUUIDv7()),
    developerId,
    name: input.name || input.gameTitle,
    gameTitle: input.gameTitle,
    gameUrl: input.gameUrl,
    ...storeTexts(input),
    genres: [...new Set(input.tags)],
    payoutMicros: input.payoutPerClick,
    feeBasisPoints: input.feeBasisPoints,
    budgetMicros: input.budget,
    startsAt: new Date(input.startDate),
    endsAt: new Date(input.endDate),
    pausedAt: input.isActive === false ? at : null,
    clickRules: input.clickRules,
    paysFor: input.paysFor,
    ...audienceColumns(input.audience),
  };
}

type Paid = {
  /** Locked after `lockOutDecisions`. */
  campaign: LockedCampaignRow;
  deposit: Pick<Deposit, "id" | "userId" | "addedMicros">;
  terms: ReviewTerms;
};

/**
 * Funds the campaign that a deposit was made for, from the wallet that was just credited, and tells
 * the developer. Returns why not if the campaign cannot be funded; the money then stays in the wallet.
 */
export async function fundPaidCampaign(tx: Tx, ctx: Ctx, paid: Paid): Promise<string | null> {
  const { id, name, budgetMicros } = paid.campaign;
  const { addedMicros, userId, id: key } = paid.deposit;
  // The refusal is stored, so it is in English, whatever the language of the request.
  const reason = await inLanguage("en", () => tryFunding(tx, ctx, paid));
  const { status } = await getView(tx, ctx, id);
  const outcome =
    reason !== null
      ? ({ outcome: "refused", reason, ...(addedMicros && { addedMicros }) } as const)
      : addedMicros === null
        ? ({ outcome: "launched", status, budgetMicros } as const)
        : ({ outcome: "added", addedMicros } as const);
  await notify(tx, ctx, campaignPaid, {
    to: [userId],
    data: { campaignId: id, name, ...outcome },
    key,
  });
  return reason;
}

/** A refusal undoes what the attempt changed, but not the deposit. */
async function tryFunding(tx: Tx, ctx: Ctx, { campaign, deposit, terms }: Paid) {
  const { id, userId, addedMicros } = deposit;
  try {
    await tx.savepoint(async (part) => {
      if (campaign.developerId !== userId) throw campaignNotFound();
      const { developerSuspendedAt } = await getView(part, ctx, campaign.id);
      if (developerSuspendedAt) throw new AppError("forbidden", t`Your account is suspended`);
      if (campaign.forcedPauseReason !== null) {
        throw new AppError("forbidden", t`Fairclick paused it: ${campaign.forcedPauseReason}`);
      }
      if (addedMicros === null) return fundLocked(part, ctx, { campaign, terms });
      const idempotencyKey = `reserve:${campaign.id}:deposit:${id}`;
      return addLocked(part, ctx, { campaign, amount: addedMicros, idempotencyKey });
    });
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

async function getView(tx: Tx, ctx: Ctx, id: CampaignId) {
  const row = await findCampaign(tx, id);
  if (!row) throw campaignNotFound();
  return viewCampaign(row, ctx.now());
}

type GameReader = {
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
