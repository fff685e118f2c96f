import { t } from "@fairclick/core/language/t";
import { createFileRoute } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import {
  BotDetection,
  Hero,
  HowItWorks,
  LinkTracking,
  Problems,
  WayToBank,
} from "../public/landing";
import { PublicPage } from "../shell/public-page";

const Prices = lazy(async () => ({
  default: (await import("../public/creator-example")).Prices,
}));

export const Route = createFileRoute("/")({ component: LandingPage });

function LandingPage() {
  return (
    <PublicPage>
      <title>{t`Fairclick: clicks with receipts`}</title>
      <Hero />
      <Problems />
      <Suspense fallback={<div className="min-h-dvh" />}>
        <Prices />
      </Suspense>
      <HowItWorks />
      <WayToBank />
      <LinkTracking />
      <BotDetection />
    </PublicPage>
  );
}
