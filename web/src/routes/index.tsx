import { createFileRoute } from "@tanstack/react-router";
import { BotDetection } from "../features/landing/bot-detection";
import { Hero } from "../features/landing/hero";
import { HowItWorks } from "../features/landing/how-it-works";
import { LinkTracking } from "../features/landing/link-tracking";
import { Problems } from "../features/landing/problems";
import { PublicPage } from "../features/navigation/public-page";

export const Route = createFileRoute("/")({ component: LandingPage });

function LandingPage() {
  return (
    <PublicPage>
      <title>Fairclick: clicks with receipts</title>
      <Hero />
      <Problems />
      <HowItWorks />
      <LinkTracking />
      <BotDetection />
    </PublicPage>
  );
}
