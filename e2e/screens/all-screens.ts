import { consents } from "./consents";
import { inAnyLanguage } from "./in-any-language";
import { fail, type Market, press, type Screen, see, seeHeading } from "./screen";
import { states } from "./states";

export function screens(market: Market): Screen[] {
  return [...pages(market), ...states(market), ...consents()];
}

function pages({ campaign, joinable }: Market): Screen[] {
  return [
    { name: "landing", viewer: "stranger", path: "/", act: see("Bot detection") },
    { name: "login", viewer: "stranger", path: "/login", act: see("Create one here") },
    {
      name: "forgot-password",
      viewer: "stranger",
      path: "/forgot-password",
      act: see("We mail you"),
    },
    { name: "reset-password", viewer: "stranger", path: "/reset-password#x", act: see("Save and") },
    { name: "second-factor", viewer: "stranger", path: "/second-factor", act: see("Start again") },
    { name: "verify-email", viewer: "stranger", path: "/verify-email#x", act: see("last step") },
    { name: "login-empty", viewer: "stranger", path: "/login", act: press("Sign In") },
    { name: "register", viewer: "stranger", path: "/register", act: see("Continue with Google") },
    {
      name: "register-email",
      viewer: "stranger",
      path: "/register",
      act: press("Continue with Email"),
    },
    { name: "all-campaigns", viewer: "stranger", path: "/campaigns", act: see("Budget left") },
    {
      name: "campaign-page",
      viewer: "stranger",
      path: `/campaigns/${joinable}`,
      act: see("Sign up and join"),
    },
    { name: "rules", viewer: "stranger", path: "/rules", act: see("Not caught") },
    { name: "terms", viewer: "stranger", path: "/terms" },
    { name: "privacy", viewer: "stranger", path: "/privacy" },
    { name: "contact", viewer: "stranger", path: "/contact", act: see("Send Message") },
    { name: "link-unknown", viewer: "stranger", path: "/r/nothing" },
    { name: "report", viewer: "stranger", path: "/report", act: see("Send report") },
    { name: "hub-new", viewer: "newcomer", path: "/app/creator-hub", act: see("Join campaign") },
    {
      name: "hub-mine-empty",
      viewer: "newcomer",
      path: "/app/creator-hub?tab=mine",
      act: see("You have not joined"),
    },
    {
      name: "hub-mine",
      viewer: "creator",
      path: "/app/creator-hub?tab=mine",
      act: see("Copy Link"),
    },
    {
      name: "hub-details",
      viewer: "newcomer",
      path: `/app/creator-hub?campaign=${joinable}`,
      act: see("Conversion Tips"),
    },
    {
      name: "hub-report",
      viewer: "newcomer",
      path: `/app/creator-hub?campaign=${joinable}`,
      act: press("Report this campaign"),
    },
    {
      name: "hub-failed",
      viewer: "newcomer",
      path: "/app/creator-hub",
      before: fail(/\/campaigns/),
      act: see("Failed to load"),
    },
    {
      name: "link",
      viewer: "creator",
      path: `/app/links/${campaign}`,
      act: seeHeading,
    },
    {
      name: "developer-hub",
      viewer: "developer",
      path: "/app/developer-hub",
      act: see("Budget used"),
    },
    {
      name: "developer-hub-new",
      viewer: "newcomer",
      path: "/app/developer-hub",
      act: see("You don't have any"),
    },
    { name: "own-campaigns", viewer: "developer", path: "/app/campaigns", act: see("Days left") },
    {
      name: "campaign",
      viewer: "developer",
      path: `/app/campaigns/${campaign}`,
      act: see("Reserved"),
    },
    {
      name: "campaign-creators",
      viewer: "developer",
      path: `/app/campaigns/${campaign}?section=creators`,
      act: see("Link on"),
    },
    {
      name: "campaign-clicks",
      viewer: "developer",
      path: `/app/campaigns/${campaign}?clicks=all`,
      act: see("Filter, export, object"),
    },
    { name: "wizard-1", viewer: "newcomer", path: "/app/campaigns/create", act: see("Game URL") },
    {
      name: "wizard-1-errors",
      viewer: "newcomer",
      path: "/app/campaigns/create",
      act: press("Continue"),
    },
    {
      name: "wizard-2",
      viewer: "developer",
      path: "/app/campaigns/create?step=2",
      act: (page) => page.getByLabel(inAnyLanguage("Payout rate")).fill("1.50"),
    },
    {
      name: "wizard-3",
      viewer: "newcomer",
      path: "/app/campaigns/create?step=3",
      act: see("Start date"),
    },
    { name: "payments", viewer: "developer", path: "/app/payments", act: see("Deposit") },
    {
      name: "payments-new",
      viewer: "newcomer",
      path: "/app/payments",
      act: see("No Transactions Yet"),
    },
    {
      name: "payments-add-funds",
      viewer: "newcomer",
      path: "/app/payments",
      act: press("Add Funds"),
    },
    {
      name: "payments-failed",
      viewer: "newcomer",
      path: "/app/payments",
      before: fail(/\/wallet\//),
      act: see("Could not load wallet data."),
    },
    {
      name: "payment-unknown",
      viewer: "newcomer",
      path: "/app/payments/success",
      act: see("No payment found"),
    },
    {
      name: "payment-receipt-unknown",
      viewer: "newcomer",
      path: "/app/payments/receipts/unknown",
      act: see("No receipt"),
    },
    { name: "earnings", viewer: "creator", path: "/app/earnings", act: seeHeading },
    { name: "earnings-new", viewer: "newcomer", path: "/app/earnings", act: seeHeading },
    {
      name: "notices-empty",
      viewer: "newcomer",
      path: "/app/notices",
      act: see("No notices yet"),
    },
    {
      name: "cases-empty",
      viewer: "newcomer",
      path: "/app/cases",
      act: see("No cases yet"),
    },
    {
      name: "api",
      viewer: "newcomer",
      path: "/app/api",
      act: see("Add a webhook"),
    },
    { name: "profile", viewer: "creator", path: "/app/profile", act: seeHeading },
    ...["channels", "security", "mails", "data"].map((section) => ({
      name: `profile-${section}`,
      viewer: "creator" as const,
      path: `/app/profile?section=${section}`,
      act: seeHeading,
    })),
  ];
}
