import { t } from "@fairclick/core/language/t";
import {
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
  useLocation,
} from "@tanstack/react-router";
import { useState } from "react";
import type { ProfileView } from "../accounts/profile";
import type { CampaignPageView } from "../campaigns/campaign-page";
import type { CampaignsView } from "../campaigns/campaigns-overview";
import { CreatorHub, type HubView } from "../campaigns/creator-hub";
import type { Step } from "../campaigns/draft";
import { loadStart } from "../campaigns/start-guide";
import { type PaymentsDialog, parseDialog } from "../money/payments-dialog";
import {
  keysQuery,
  mailSettingsQuery,
  profileQuery,
  sessionsQuery,
  webhooksQuery,
} from "../queries/accounts";
import {
  campaignLinksQuery,
  campaignQuery,
  dashboardQuery,
  joinableQuery,
  joinedQuery,
  ownCampaignsQuery,
  ownDaysQuery,
  readMarketView,
} from "../queries/campaigns";
import {
  campaignSeriesQuery,
  campaignStatsQuery,
  linkConversionsQuery,
  linkStatsQuery,
} from "../queries/clicks";
import {
  earningsQuery,
  historyQuery,
  isEarningsDays,
  ORDINARY_DAYS,
  walletQuery,
} from "../queries/money";
import { parseRange } from "../queries/series-window";
import { findSide, loadSession, returnSearch, storeSide } from "../session/session";
import { readToken } from "../session/token";
import { PageSpinner } from "../ui/layout";
import { useViewChange } from "../ui/use-view-change";
import { AppFrame, lazyPage, leadToHub, root, soon, texts } from "./root";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The campaign that was deployed just now; survives a reload. */
    deployed?: string;
  }
}

const app = createRoute({
  getParentRoute: () => root,
  path: "app",
  beforeLoad: ({ location, preload }) => {
    const side = findSide(location);
    if (side && !preload) storeSide(side);
  },
  component: AppFrame,
});

/** Pages of an account: others are led to the login, and back. */
const signedIn = createRoute({
  getParentRoute: () => app,
  id: "signed-in",
  beforeLoad: async ({ context, location }) => {
    const user = await loadSession(context.queryClient);
    if (!user) throw redirect({ to: "/login", search: returnSearch(location.href) });
    return { user };
  },
  pendingComponent: PageSpinner,
  component: Outlet,
});

/** Where most visits begin: its code is in the first file. */
const creatorHub = createRoute({
  getParentRoute: () => signedIn,
  path: "creator-hub",
  validateSearch: readHubView,
  loader: async ({ context: { queryClient, user }, location }) => {
    const { tab, campaign: _dialog, ...market } = readHubView(location.search);
    void queryClient.prefetchQuery(dashboardQuery);
    const joined = queryClient.prefetchQuery(joinedQuery);
    const start = loadStart(queryClient, user._id);
    const list = () => queryClient.prefetchInfiniteQuery(joinableQuery(market));
    await Promise.all([start, tab === "mine" ? joined : list()]);
  },
  component: CreatorHubPage,
});

function readHubView(search: Record<string, unknown>): HubView {
  return {
    ...(search.tab === "mine" ? { tab: "mine" } : {}),
    ...readMarketView(search),
    ...texts(search, "campaign"),
  };
}

function CreatorHubPage() {
  const view = creatorHub.useSearch();
  const navigate = creatorHub.useNavigate();
  const change = useViewChange({ view, dialog: "campaign", navigate });
  const deployed = useLocation({ select: ({ state }) => state.deployed });
  return <CreatorHub view={view} onChange={change} deployed={deployed} />;
}

const developerHub = createRoute({
  getParentRoute: () => signedIn,
  path: "developer-hub",
  loader: async ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(walletQuery);
    await queryClient.prefetchQuery(ownCampaignsQuery);
  },
  component: lazyRouteComponent(() => import("../campaigns/developer-hub"), "DeveloperHub"),
});

const campaigns = createRoute({
  getParentRoute: () => app,
  path: "campaigns",
  // An address with a number in it is parsed as one.
  validateSearch: ({ search }): CampaignsView =>
    search === undefined ? {} : { search: String(search) },
  loader: ({ context: { queryClient } }) => {
    if (readToken() === null) return;
    void queryClient.prefetchQuery(ownCampaignsQuery);
    void queryClient.prefetchQuery(ownDaysQuery);
  },
  component: lazyPage(
    () => import("../campaigns/campaigns-overview"),
    ({ CampaignsOverview }) => {
      const view = campaigns.useSearch();
      const change = useViewChange({ view, navigate: campaigns.useNavigate() });
      return <CampaignsOverview view={view} onChange={change} />;
    },
  ),
});

type CreateSearch = { step?: Step; copy?: string; draft?: string };

const createCampaign = createRoute({
  getParentRoute: () => app,
  path: "campaigns/create",
  validateSearch: ({ step, ...others }): CreateSearch => ({
    ...(step === 2 || step === 3 ? { step } : {}),
    ...texts(others, "copy", "draft"),
  }),
  beforeLoad: async ({ context }) => ({ user: await loadSession(context.queryClient) }),
  pendingComponent: PageSpinner,
  component: lazyPage(
    () => import("../campaigns/campaign-wizard"),
    ({ OpenDraft }) => {
      const { step = 1, copy, draft } = createCampaign.useSearch();
      const { user } = createCampaign.useRouteContext();
      const navigate = createCampaign.useNavigate();
      // From the first change on, the tab's own draft is what a reload opens.
      const [origin] = useState(copy);
      return (
        <OpenDraft
          key={user?._id}
          user={user}
          copy={origin}
          claims={draft !== undefined}
          step={step}
          onStep={(next) => void navigate({ search: next === 1 ? {} : { step: next } })}
          onChange={() => {
            if (copy !== undefined) {
              void navigate({ search: step === 1 ? {} : { step }, replace: true });
            }
          }}
        />
      );
    },
  ),
});

const ofCampaign = {
  failure: t`This campaign could not be loaded.`,
  parent: { to: "/app/campaigns", label: t`All Your Campaigns` },
} as const;

const campaign = createRoute({
  getParentRoute: () => signedIn,
  path: "campaigns/$campaignId",
  validateSearch: (search): CampaignPageView =>
    texts(search, "section", "range", "dialog", "clicks"),
  loaderDeps: ({ search: { section, range } }) => ({ section, range }),
  loader: async ({ context: { queryClient }, params: { campaignId }, deps }) => {
    const { section } = deps;
    const range = parseRange(deps.range);
    if (section === "creators") void queryClient.prefetchQuery(campaignLinksQuery(campaignId));
    const campaign = queryClient.ensureQueryData(campaignQuery(campaignId));
    await Promise.all([campaign, queryClient.ensureQueryData(campaignStatsQuery(campaignId))]);
    const { startDate: begin } = await campaign;
    void queryClient.prefetchQuery(campaignSeriesQuery(campaignId, { range, begin }));
  },
  staticData: ofCampaign,
  component: lazyPage(
    () =>
      Promise.all([
        import("../campaigns/campaign-page"),
        import("../clicks/campaign-clicks"),
        import("../clicks/conversions"),
      ]),
    ([{ CampaignPage }, { CampaignClicks }, { CampaignInsight }]) => {
      const { campaignId } = campaign.useParams();
      const view = campaign.useSearch();
      const navigate = campaign.useNavigate();
      const change = useViewChange({ view, dialog: "dialog", navigate });
      const range = parseRange(view.range);
      return (
        <CampaignPage
          key={campaignId}
          id={campaignId}
          view={view}
          onChange={change}
          clicks={
            <CampaignClicks
              campaignId={campaignId}
              range={range}
              filter={view.clicks}
              onFilter={(clicks) => change({ ...view, clicks })}
            />
          }
          conversions={<CampaignInsight campaignId={campaignId} range={range} />}
        />
      );
    },
  ),
});

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: "campaigns/$campaignId/settings",
  loader: async ({ context: { queryClient }, params: { campaignId } }) => {
    await Promise.all([
      queryClient.ensureQueryData(campaignQuery(campaignId)),
      queryClient.ensureQueryData(campaignStatsQuery(campaignId)),
    ]);
  },
  staticData: ofCampaign,
  component: lazyPage(
    () =>
      Promise.all([import("../campaigns/settings-page"), import("../clicks/conversion-set-up")]),
    ([{ SettingsPage }, { CampaignSetUp }]) => {
      const { campaignId } = settings.useParams();
      return (
        <SettingsPage
          key={campaignId}
          id={campaignId}
          keys={<CampaignSetUp campaignId={campaignId} />}
        />
      );
    },
  ),
});

const link = createRoute({
  getParentRoute: () => signedIn,
  path: "links/$campaignId",
  validateSearch: (search) => texts(search, "range"),
  loader: async ({ context: { queryClient }, params: { campaignId } }) => {
    const joined = queryClient.ensureQueryData(joinedQuery);
    const figures = soon(
      queryClient.prefetchQuery(linkStatsQuery(campaignId)),
      queryClient.prefetchQuery(linkConversionsQuery(campaignId)),
    );
    await Promise.all([joined, figures]);
  },
  staticData: { failure: t`This link could not be loaded.` },
  component: lazyPage(
    () => import("../clicks/link-page"),
    ({ LinkPage }) => {
      const { campaignId } = link.useParams();
      const view = link.useSearch();
      const change = useViewChange({ view, navigate: link.useNavigate() });
      return (
        <LinkPage
          campaignId={campaignId}
          range={parseRange(view.range)}
          onRange={(range) => change({ range })}
        />
      );
    },
  ),
});

const cases = createRoute({
  getParentRoute: () => signedIn,
  path: "cases",
  component: lazyRouteComponent(() => import("../clicks/cases"), "CasesPage"),
});

const earnings = createRoute({
  getParentRoute: () => signedIn,
  path: "earnings",
  validateSearch: ({ days }): { days?: number } => (typeof days === "number" ? { days } : {}),
  loader: ({ context: { queryClient } }) =>
    soon(
      queryClient.prefetchQuery(earningsQuery(ORDINARY_DAYS)),
      queryClient.prefetchQuery(walletQuery),
    ),
  component: lazyPage(
    () => import("../money/earnings"),
    ({ EarningsPage }) => {
      const view = earnings.useSearch();
      const change = useViewChange({ view, navigate: earnings.useNavigate() });
      const days = isEarningsDays(view.days) ? view.days : ORDINARY_DAYS;
      return <EarningsPage days={days} onDays={(next) => change({ days: next })} />;
    },
  ),
});

type PaymentsSearch = { dialog?: PaymentsDialog; stripe_return?: unknown; reauth?: unknown };

const payments = createRoute({
  getParentRoute: () => signedIn,
  path: "payments",
  validateSearch: ({ dialog, ...search }): PaymentsSearch => ({
    ...withDialog(parseDialog(dialog)),
    // Unchanged: a parsed value that serializes differently replaces the address, which reloads the page.
    ...(search.stripe_return === undefined ? {} : { stripe_return: search.stripe_return }),
    ...(search.reauth === undefined ? {} : { reauth: search.reauth }),
  }),
  beforeLoad: async ({ context, search }) => {
    if (search.stripe_return === undefined && search.reauth === undefined) return;
    const { returnFromStripe } = await import("../money/payouts");
    if (await returnFromStripe(context.queryClient, search)) {
      throw redirect({ to: "/app/payments", replace: true });
    }
  },
  loader: ({ context: { queryClient } }) =>
    soon(
      queryClient.prefetchQuery(walletQuery),
      queryClient.prefetchQuery(profileQuery),
      queryClient.prefetchInfiniteQuery(historyQuery),
    ),
  component: lazyPage(
    () => import("../money/payments"),
    ({ Payments }) => {
      const { dialog } = payments.useSearch();
      const navigate = payments.useNavigate();
      const change = useViewChange({ view: withDialog(dialog), dialog: "dialog", navigate });
      return <Payments dialog={dialog} onDialog={(next) => change(withDialog(next))} />;
    },
  ),
});

function withDialog(dialog: PaymentsDialog | undefined): { dialog?: PaymentsDialog } {
  return dialog ? { dialog } : {};
}

const paymentSuccess = createRoute({
  getParentRoute: () => signedIn,
  path: "payments/success",
  validateSearch: (search) => texts(search, "session_id"),
  component: lazyPage(
    () => Promise.all([import("../money/payment-success"), import("../campaigns/back-to-draft")]),
    ([{ PaymentSuccess }, { BackToDraft }]) => {
      const { session_id } = paymentSuccess.useSearch();
      return <PaymentSuccess sessionId={session_id} backToDraft={<BackToDraft />} />;
    },
  ),
});

const receipt = createRoute({
  getParentRoute: () => signedIn,
  path: "payments/receipts/$depositId",
  component: lazyPage(
    () => import("../money/payment-success"),
    ({ ReceiptPage }) => <ReceiptPage depositId={receipt.useParams().depositId} />,
  ),
});

const wallet = createRoute({
  getParentRoute: () => signedIn,
  path: "wallet",
  beforeLoad: () => {
    throw redirect({ to: "/app/payments", replace: true });
  },
});

const notices = createRoute({
  getParentRoute: () => signedIn,
  path: "notices",
  component: lazyRouteComponent(() => import("../notices/notices-page-more"), "NoticesPage"),
});

const profile = createRoute({
  getParentRoute: () => signedIn,
  path: "profile",
  validateSearch: (search): ProfileView => ({
    ...texts(search, "section"),
    ...(search.dialog === "delete" ? { dialog: "delete" } : {}),
  }),
  loader: async ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(sessionsQuery);
    const profile = queryClient.ensureQueryData(profileQuery);
    void queryClient.prefetchQuery(mailSettingsQuery);
    await profile;
  },
  staticData: { failure: t`Your profile could not be loaded.` },
  component: lazyPage(
    () => import("../accounts/profile"),
    ({ ProfilePage }) => {
      const view = profile.useSearch();
      const navigate = profile.useNavigate();
      const change = useViewChange({ view, dialog: "dialog", navigate });
      return <ProfilePage view={view} onChange={change} />;
    },
  ),
});

const api = createRoute({
  getParentRoute: () => signedIn,
  path: "api",
  loader: async ({ context: { queryClient } }) => {
    const profile = queryClient.ensureQueryData(profileQuery);
    void queryClient.prefetchQuery(keysQuery);
    void queryClient.prefetchQuery(webhooksQuery);
    await profile;
  },
  staticData: { failure: t`Your profile could not be loaded.` },
  component: lazyRouteComponent(() => import("../accounts/api-page"), "ApiPage"),
});

const elsewhere = { getParentRoute: () => app, beforeLoad: leadToHub } as const;

/** The pages below `/app`. Unknown addresses lead to the Creator Hub. */
export const appPages = app.addChildren([
  createRoute({ ...elsewhere, path: "/" }),
  createRoute({ ...elsewhere, path: "$" }),
  campaigns,
  createCampaign,
  signedIn.addChildren([
    creatorHub,
    developerHub,
    campaign,
    settings,
    link,
    cases,
    earnings,
    payments,
    paymentSuccess,
    receipt,
    wallet,
    notices,
    profile,
    api,
  ]),
]);
