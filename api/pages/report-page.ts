import {
  MAX_REPORT_TEXT,
  reportInputSchema,
  reportReasonLabel,
  reportReasons,
} from "@fairclick/core/campaigns/reports";
import { AppError } from "@fairclick/core/errors";
import { asId, type CampaignId, isUuid, type UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { limitRequest } from "@fairclick/services/accounts/limits";
import { reportLink } from "@fairclick/services/campaigns/reports";
import type { ReportedLink } from "@fairclick/sql/campaigns/reports";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { AppEnv } from "../app-env";
import { escapeMarkup } from "../escape-markup";
import { identify, limitBody } from "../middleware";
import { renderVisitorPage } from "../redirect/page-layout";
import { parseRedirectPath } from "../redirect/redirect-path";
import { speakLanguage } from "../speak-language";

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The form for people without an account; it needs no script. */
export function serveReportPage(app: OpenAPIHono<AppEnv>): void {
  app.use("/report/*", speakLanguage);
  app.use("/report", limitBody, identify);
  app.get("/report", (c) => answer(c, 200, form({})));
  app.get("/report/:link", (c) => {
    const creator = c.req.query("userId");
    const named = c.req.param("link") + (creator === undefined ? "" : `?userId=${creator}`);
    // Only links are shown again, never other texts of the request.
    return answer(c, 200, form({ link: parseReportedLink(named) ? named : "" }));
  });
  app.post("/report", acceptReport);
}

async function acceptReport(c: Context<AppEnv>) {
  const fields = new URLSearchParams(await c.req.text());
  const typed = {
    link: fields.get("link") ?? "",
    reason: fields.get("reason") ?? "",
    text: (fields.get("text") ?? "").replaceAll("\r\n", "\n"),
  };
  // Otherwise any website could let its visitors report a link.
  if (c.req.header("sec-fetch-site") === "cross-site") {
    return answer(c, 403, form({ ...typed, error: t`Please send the report from this page.` }));
  }
  const link = parseReportedLink(typed.link);
  const input = reportInputSchema.safeParse(typed);
  if (!link || !input.success) {
    const error = link
      ? (input.error?.issues[0]?.message ?? "")
      : t`This is no link of Fairclick. Please copy the whole address of the link.`;
    return answer(c, 422, form({ ...typed, error }));
  }
  try {
    const { ctx, clientIp: ip } = c.var;
    await limitRequest(c.var.deps.limits, "message", { id: null, ip });
    await reportLink(ctx, { ...input.data, link, ip });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "rate_limited") throw error;
    return answer(c, 429, form({ ...typed, error: error.message }));
  }
  return answer(c, 200, thanks());
}

function answer(c: Context<AppEnv>, status: 200 | 403 | 422 | 429, page: string) {
  c.header("content-security-policy", POLICY);
  c.header("cache-control", "no-store");
  return c.html(page, status);
}

type Form = { link?: string; reason?: string; text?: string; error?: string };

function form({ link = "", reason = "", text = "", error }: Form): string {
  const choices = reportReasons.map(
    (each) =>
      `<label><input type="radio" name="reason" value="${each}" required${each === reason ? " checked" : ""}> ${reportReasonLabel(each)}</label>`,
  );
  return renderVisitorPage({
    title: t`Report a link`,
    text: t`Tell us what is wrong with the page that the link leads to. Nobody sees who reports.`,
    more: `${error === undefined ? "" : `<p role="alert">${escapeMarkup(error)}</p>`}
<form method="post" action="/report">
<label>${t`Link`} <input type="text" name="link" value="${escapeMarkup(link)}" maxlength="${MAX_LINK_LENGTH}" required autocomplete="off" spellcheck="false"></label>
<fieldset><legend>${t`What is wrong?`}</legend>
${choices.join("\n")}
</fieldset>
<label>${t`What did you see? (optional)`} <textarea name="text" rows="4" maxlength="${MAX_REPORT_TEXT}">
${escapeMarkup(text)}</textarea></label>
<button>${t`Send report`}</button>
</form>`,
  });
}

function thanks(): string {
  return renderVisitorPage({
    title: t`Thank you`,
    text: t`An operator looks at what is reported. You get no answer, because we do not know who you are. If you have entered a password on that page, change it now.`,
    link: { href: "/campaigns", label: t`See other games` },
  });
}

const MAX_LINK_LENGTH = 500;

/**
 * Parses what a person typed for a link: its address, its code, or the id of a campaign. Returns null if
 * it cannot be one of our links.
 */
export function parseReportedLink(typed: string): ReportedLink | null {
  const text = typed.trim();
  if (text.length > MAX_LINK_LENGTH) return null;
  if (isUuid(text)) {
    return { campaignId: asId<CampaignId>(text.toLowerCase()), creatorId: null };
  }
  const start = text.search(/\/(?:r|api\/clicks\/redirect)\//);
  const bare = text.includes("?") ? `/api/clicks/redirect/${text}` : `/r/${text}`;
  const path = start < 0 ? bare : text.slice(start);
  const parsed = parseRedirectPath(`https://link${path}`);
  if (parsed === null || parsed === "unknown") return null;
  if ("code" in parsed) return { code: parsed.code };
  return {
    campaignId: asId<CampaignId>(parsed.campaignId),
    creatorId: asId<UserId>(parsed.creatorId),
  };
}
