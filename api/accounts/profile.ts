import {
  countryRequestSchema,
  dashboardResponseSchema,
  doneResponseSchema,
  emailRequestSchema,
  languageRequestSchema,
  profileResponseSchema,
  usernameRequestSchema,
} from "@fairclick/core/accounts/account";
import { agreementInputSchema, minorRequestSchema } from "@fairclick/core/accounts/agreement";
import { creatorContentSchema } from "@fairclick/core/accounts/creator-content";
import { MICROS_PER_CENT } from "@fairclick/core/amounts";
import { t } from "@fairclick/core/language/t";
import { deletionRequestSchema, deletionResponseSchema } from "@fairclick/core/money/refunds";
import { acceptTerms, changeMinor } from "@fairclick/services/accounts/agreement";
import { requestEmailChange } from "@fairclick/services/accounts/emails";
import {
  changeCountry,
  changeEmail,
  changeLanguage,
  changeUsername,
  getProfile,
  setContent,
} from "@fairclick/services/accounts/profile";
import {
  type DeletionPlan,
  deleteAccount,
  getDeletion,
  givesUpEarnings,
} from "@fairclick/services/money/close-account";
import { getDashboard } from "@fairclick/services/money/wallet";
import { askForGame } from "@fairclick/services/notices/notices";
import { exportArchive } from "@fairclick/services/operations/archive";
import { z } from "zod";
import { presentRefundSource } from "../money/wallet";
import { readHolder } from "../read-visitor";
import { answer, ok } from "../respond";
import { byProvedUser, byUser, jsonBody, jsonResponse, Router } from "../router";

export const profileRoutes = new Router()
  .get("/", {
    ...byUser("none"),
    summary: "Get your account: sign-in methods, payouts, and what prevents its deletion",
    responses: { 200: jsonResponse(profileResponseSchema, "The account") },
    handle: async (c) => {
      const { googleConnected, ...own } = await getProfile(c.var.ctx);
      const { obstacles } = await getDeletion(c.var.ctx);
      const google = { available: c.var.deps.config.google !== null, connected: googleConnected };
      const mailAvailable = c.var.deps.config.mail !== null;
      return answer(c, { ...own, obstacles, mailAvailable, google });
    },
  })
  .put("/username", {
    ...byUser("none", "write"),
    summary: "Change your username",
    request: jsonBody(usernameRequestSchema),
    act: (c) => changeUsername(c.var.ctx, c.req.valid("json").username),
    done: () => t`Username changed.`,
  })
  .put("/country", {
    ...byProvedUser("none", "write"),
    summary: "Choose the country of your bank, before you set up payouts",
    request: jsonBody(countryRequestSchema),
    act: (c) => changeCountry(c.var.ctx, c.req.valid("json").country),
    done: () => t`Country changed.`,
  })
  .put("/language", {
    ...byUser("none", "write"),
    summary: "Choose the language of your mails",
    description: "Answers are in the language that `accept-language` prefers.",
    request: jsonBody(languageRequestSchema),
    act: (c) => changeLanguage(c.var.ctx, c.req.valid("json").language),
    done: () => t`Language changed.`,
  })
  .put("/minor", {
    ...byUser("none", "write"),
    summary: "Say whether you are under 18: a parent or guardian is then paid for you",
    request: jsonBody(minorRequestSchema),
    act: (c) => changeMinor(c.var.ctx, c.req.valid("json").isMinor),
    done: () => t`Profile saved.`,
  })
  .post("/wait-for-game", {
    ...byUser("none", "write"),
    summary: "Ask to be told, once, when a campaign can be joined",
    act: (c) => askForGame(c.var.ctx),
    done: () => t`We will tell you when a game opens.`,
  })
  .put("/content", {
    ...byUser("none", "write"),
    summary: "Say what you make and where, for campaigns that name the creators they want",
    request: jsonBody(creatorContentSchema),
    act: (c) => setContent(c.var.ctx, c.req.valid("json")),
    done: () => t`Profile saved.`,
  })
  .put("/email", {
    ...byProvedUser("none", "mail"),
    summary: "Change the email address you sign in with",
    description:
      "The new address is used once the link that is mailed to it is opened. A server without mail changes it at once.",
    request: jsonBody(emailRequestSchema),
    responses: { 200: jsonResponse(doneResponseSchema, "Changed") },
    handle: async (c) => {
      const { email } = c.req.valid("json");
      if (c.var.deps.config.mail === null) {
        await changeEmail(c.var.ctx, email);
        return ok(c, { message: t`E-mail address changed.` });
      }
      await c.var.deps.limits.take("mailAccount", email);
      await requestEmailChange(c.var.ctx, email);
      return ok(c, { message: t`Please confirm the new address: a mail is on its way there.` });
    },
  })
  .get("/deletion", {
    ...byUser("none"),
    summary: "Get what deleting your account would send back, end and give up",
    responses: { 200: jsonResponse(deletionResponseSchema, "The plan") },
    handle: async (c) => answer(c, presentDeletion(await getDeletion(c.var.ctx))),
  })
  .post("/archive", {
    ...byProvedUser("none", "heavy"),
    summary: "Download everything that is stored about you, as one ZIP file",
    description: "From one snapshot. `README.txt` in it says what each file holds.",
    responses: {
      200: {
        description: "A ZIP file of JSON lists",
        content: { "application/zip": { schema: z.string() } },
      },
    },
    handle: async (c) => {
      const openPlace = () => c.var.deps.takeExportPlace(readHolder(c));
      c.env.waitForAnswer?.();
      const file = await exportArchive(c.var.ctx, { openPlace });
      return c.body(file, 200, {
        "content-type": "application/zip",
        "content-disposition": 'attachment; filename="fairclick-data.zip"',
        "x-accel-buffering": "no",
      });
    },
  })
  .post("/delete", {
    ...byProvedUser("none", "tell"),
    summary: "Delete your account; unused wallet money goes back to the cards that paid it",
    request: jsonBody(deletionRequestSchema),
    act: (c) => deleteAccount(c.var.ctx, c.req.valid("json")),
    done: () => t`Your account is deleted.`,
  });

export const agreementRoutes = new Router().post("/", {
  ...byUser("none", "write"),
  summary: "Accept the terms, and say whether you are under 18",
  description:
    "Calls that join campaigns, fund them or move earnings answer 403 with `terms_required` until this is done.",
  request: jsonBody(agreementInputSchema),
  act: (c) => acceptTerms(c.var.ctx, c.req.valid("json")),
  done: () => t`Thank you.`,
});

export const userRoutes = new Router().get("/dashboard", {
  ...byUser("read"),
  summary: "Get a creator's totals",
  responses: {
    200: jsonResponse(dashboardResponseSchema, "Earnings, clicks, links and pending payouts"),
  },
  handle: async (c) => {
    const totals = await getDashboard(c.var.ctx, c.var.deps.config);
    return answer(c, {
      stats: {
        totalEarnings: totals.totalEarnedMicros,
        totalClicks: totals.clicks,
        activeLinks: totals.activeLinks,
        pendingPayout: totals.pendingMicros,
        judgedUpTo: totals.judgedUpTo,
      },
    });
  },
});

/** Says what is lost in whole cents, as the request confirms it, and whether earnings are. */
function presentDeletion(plan: DeletionPlan) {
  const { givesUp } = plan;
  return {
    ...plan,
    refunds: plan.refunds.map(presentRefundSource),
    stripeFees: plan.stripeFeesMicros,
    later: plan.laterMicros,
    owed: plan.owedMicros,
    givesUp: {
      ...givesUp,
      wallet: downToCents(givesUp.walletMicros),
      earnings: downToCents(givesUp.earningsMicros),
      requiresEarnings: givesUpEarnings(plan),
    },
  };
}

function downToCents(micros: bigint): bigint {
  return micros - (micros % MICROS_PER_CENT);
}
