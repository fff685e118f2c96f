import { t } from "@fairclick/core/language/t";
import { lazy, Suspense } from "react";
import { PublicPage } from "../shell/public-page";
import { BotDetection, Hero, HowItWorks, LinkTracking, Problems, WayToBank } from "./landing";

const Prices = lazy(async () => ({ default: (await import("./creator-example")).Prices }));

export function LandingPage() {
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
