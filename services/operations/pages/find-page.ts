import { linkCodeSchema } from "@fairclick/core/campaigns/operated-links-schema";
import { AppError } from "@fairclick/core/errors";
import { asId, type CampaignId, isUuid } from "@fairclick/core/ids";
import { findCampaign } from "@fairclick/sql/campaigns/campaigns";
import { listCampaigns } from "@fairclick/sql/campaigns/operated-campaigns";
import { findLinkByCode } from "@fairclick/sql/campaigns/redirect-links";
import { showFlaggedClick } from "../../clicks/inspect/show-flagged-click";
import type { Ctx } from "../../context";

export type FoundPage = {
  kind: "campaign" | "link" | "click";
  /** A link's code, else a UUID. */
  id: string;
  /** Path in the web app. */
  path: string;
  about: string;
};

const MAX_NAMED = 100;

/**
 * Finds the page of a campaign (by id or name), a link (by code) or a click (by id). A campaign that is
 * named like a link's code hides that link. Throws `not_found`, or `conflict` if several campaigns have the
 * name.
 */
export async function findPage(ctx: Pick<Ctx, "db">, what: string): Promise<FoundPage> {
  const page = isUuid(what)
    ? await findById(ctx, what.toLowerCase())
    : ((await findByCampaignName(ctx, what)) ?? (await findByLinkCode(ctx, what)));
  if (page) return page;
  const message = `There is no campaign, link or click "${what}". Users have no public page.`;
  throw new AppError("not_found", message);
}

function campaignPage(id: string, name: string): FoundPage {
  return { kind: "campaign", id, path: `/campaigns/${id}`, about: `Public page of ${name}.` };
}

async function findById(ctx: Pick<Ctx, "db">, id: string): Promise<FoundPage | null> {
  const campaign = await findCampaign(ctx.db.sql, asId<CampaignId>(id));
  if (campaign) return campaignPage(id, campaign.name);
  const found = await showFlaggedClick(ctx, { id }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  });
  if (!found) return null;
  const about = "The link's page, where its creator sees the click's receipt after signing in.";
  return { kind: "click", id, path: `/app/links/${found.click.campaignId}`, about };
}

async function findByCampaignName(
  { db }: Pick<Ctx, "db">,
  name: string,
): Promise<FoundPage | null> {
  const filter = { developerId: null, search: name, stopped: false };
  const found = await listCampaigns(db.sql, { ...filter, limit: MAX_NAMED, cursor: null });
  const named = found.filter((each) => each.name.toLowerCase() === name.toLowerCase());
  const [only] = named;
  if (!only) return null;
  if (named.length === 1) return campaignPage(only.id, only.name);
  const ids = named.slice(0, 5).map(({ id }) => id);
  const message = `${named.length} campaigns are called "${name}". Give an id: ${ids.join(", ")}.`;
  throw new AppError("conflict", message);
}

/** A link leads to its campaign's page: opening the link itself would count as a click. */
async function findByLinkCode({ db }: Pick<Ctx, "db">, code: string): Promise<FoundPage | null> {
  const link = linkCodeSchema.safeParse(code).success ? await findLinkByCode(db.sql, code) : null;
  if (!link) return null;
  const about = "Public page of the link's campaign. Opening the link itself would be a click.";
  return { kind: "link", id: code, path: `/campaigns/${link.campaignId}`, about };
}
