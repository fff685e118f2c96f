import {
  checkCampaignDates,
  type editCampaignSchema,
} from "@fairclick/core/campaigns/campaign-input";
import { AppError } from "@fairclick/core/errors";
import type { CampaignId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { type LockedCampaignRow, updateCampaign } from "@fairclick/sql/campaigns/campaigns";
import { setJoinRule } from "@fairclick/sql/campaigns/joining";
import { withTx } from "@fairclick/sql/db/tx";
import type { AuditFacts } from "@fairclick/sql/operations/audit-log";
import type { z } from "zod";
import type { Ctx } from "../context";
import { writeAudit } from "../operations/write-audit";
import {
  audienceColumns,
  audienceFacts,
  refuseSmallerAudience,
  refuseUnknownCountries,
} from "./audience";
import type { CampaignView } from "./campaign-view";
import { changeCover, coverFacts, toCover } from "./covers/change-cover";
import { getOwnCampaign, lockOwnCampaign } from "./own-campaign";
import { payLosses } from "./pay-losses";
import { refuseOwnHosts, type Site } from "./refuse-own-hosts";
import { refuseBlocked, refuseConfirmedAddress } from "./reports/refuse-confirmed-address";
import { changeGameUrlWithReview } from "./reviews/change-game-url-with-review";
import type { ReviewTerms } from "./reviews/find-reasons";
import { setLimits } from "./set-limits";
import { showPauseReason } from "./show-pause-reason";
import { changeWanted, wantedBy, wantedFacts } from "./wanted-creators";

type Edit = z.infer<typeof editCampaignSchema>;

/**
 * Pauses, resumes or rewords the caller's campaign, moves its end, changes its limits, or sends its
 * visitors to another address. Throws `conflict` if it has ended, or if its click rules would change or
 * its audience would lose clicks after it was funded. A campaign that an operator disabled or paused
 * stays so.
 */
export async function editCampaign(
  ctx: Ctx,
  { id, edit }: { id: CampaignId; edit: Edit },
  site: Site & ReviewTerms,
): Promise<CampaignView> {
  refuseOwnHosts(site, edit);
  await withTx(ctx.db, async (tx) => {
    if (edit.gameUrl !== undefined) await refuseConfirmedAddress(tx, edit.gameUrl);
    const before = await lockOwnCampaign(tx, ctx, id);
    if (before.endsAt <= ctx.now()) throw new AppError("conflict", t`This campaign has ended`);
    if (edit.endDate !== undefined) refuseEndDate(before, edit.endDate, ctx.now());
    if (edit.isActive) refuseForcedPause(before);
    if (edit.gameUrl !== undefined) refuseBlocked(before);
    refuseOtherRules(before, edit);
    refuseSmallerAudience(before, edit.audience);
    if (before.audienceCountries === null) {
      await refuseUnknownCountries(tx, edit.audience);
    }
    if (edit.isActive && before.pausedAt) await payLosses(tx, before.developerId);
    const after = applyEdit(before, edit, ctx.now());
    await updateCampaign(tx, after);
    if (edit.cover !== undefined) await changeCover(tx, { ...before, cover: edit.cover });
    if (edit.wanted) await changeWanted(tx, { campaign: before, wanted: edit.wanted });
    if (edit.whoMayJoin) await setJoinRule(tx, { id, joinRule: edit.whoMayJoin });
    if (edit.gameUrl !== undefined) {
      const change = { campaign: before, gameUrl: edit.gameUrl, terms: site };
      await changeGameUrlWithReview(tx, ctx, change);
    }
    const limits = await setLimits(tx, after, { limits: edit.limits, at: ctx.now() });
    await writeAudit(tx, ctx, {
      action: "campaign.edit",
      subject: `campaign:${id}`,
      before: {
        ...auditFacts(before),
        ...limits?.before,
        ...wantedFacts(edit.wanted && wantedBy(before)),
        ...(edit.cover !== undefined && coverFacts(toCover(before))),
        ...(edit.whoMayJoin && { whoMayJoin: before.joinRule }),
      },
      after: {
        ...auditFacts(after),
        ...limits?.after,
        ...wantedFacts(edit.wanted),
        ...coverFacts(edit.cover),
        ...(edit.whoMayJoin && { whoMayJoin: edit.whoMayJoin }),
      },
    });
  });
  return getOwnCampaign(ctx, id);
}

function applyEdit(campaign: LockedCampaignRow, edit: Edit, at: Date): LockedCampaignRow {
  return {
    ...campaign,
    description: edit.description ?? campaign.description,
    targetAudience: edit.targetAudience ?? campaign.targetAudience,
    trailerLink: edit.trailerLink === undefined ? campaign.trailerLink : edit.trailerLink || null,
    hashtags: edit.hashtags ? [...new Set(edit.hashtags)] : campaign.hashtags,
    conversionTips: edit.conversionTips ?? campaign.conversionTips,
    endsAt: edit.endDate === undefined ? campaign.endsAt : new Date(edit.endDate),
    pausedAt: pausedAt(campaign, edit.isActive, at),
    clickRules: edit.clickRules ?? campaign.clickRules,
    ...(edit.audience ? audienceColumns(edit.audience) : {}),
  };
}

function pausedAt(campaign: LockedCampaignRow, isActive: boolean | undefined, at: Date) {
  if (isActive === undefined) return campaign.pausedAt;
  return isActive ? null : (campaign.pausedAt ?? at);
}

/** The end can be moved only before it is reached, so no click was judged by the old one. */
function refuseEndDate({ startsAt }: LockedCampaignRow, endDate: string, at: Date): void {
  const wrong = checkCampaignDates({ startDate: startsAt.toISOString(), endDate }, at);
  if (!wrong) return;
  throw new AppError("validation", wrong, { issues: [{ path: "endDate", message: wrong }] });
}

function refuseForcedPause({ forcedPauseReason }: LockedCampaignRow): void {
  if (forcedPauseReason === null) return;
  throw new AppError(
    "forbidden",
    t`Fairclick paused this campaign, and only Fairclick can resume it. The reason: ${showPauseReason(forcedPauseReason)}`,
  );
}

/** Creators join a campaign under its click rules, and only funded campaigns can be joined. */
function refuseOtherRules({ clickRules, fundedAt }: LockedCampaignRow, edit: Edit): void {
  if (fundedAt === null || edit.clickRules === undefined || edit.clickRules === clickRules) return;
  throw new AppError(
    "conflict",
    t`The click rules cannot be changed once the campaign is funded: creators joined under them.`,
  );
}

function auditFacts(campaign: LockedCampaignRow): AuditFacts {
  return {
    description: campaign.description,
    targetAudience: campaign.targetAudience,
    trailerLink: campaign.trailerLink,
    hashtags: campaign.hashtags.join(" "),
    conversionTips: campaign.conversionTips,
    clickRules: campaign.clickRules,
    ...audienceFacts(campaign),
    endsAt: campaign.endsAt.toISOString(),
    pausedAt: campaign.pausedAt?.toISOString() ?? null,
  };
}
