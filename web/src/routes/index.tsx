import { t } from "@fairclick/core/language/t";
import { createFileRoute } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { BotDetection } from "../features/public/bot-detection";
import { Hero } from "../features/public/hero";
import { HowItWorks } from "../features/public/how-it-works";
import { LinkTracking } from "../features/public/link-tracking";
import { Problems } from "../features/public/problems";
import { PublicPage } from "../shell/public-page";

const Prices = lazy(async () => ({
  default: (await import("../features/public/prices")).Prices,
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
      <LinkTracking />
      <BotDetection />
    </PublicPage>
  );
}
