import { createFileRoute } from "@tanstack/react-router";
import { BotDetection } from "../features/public/bot-detection";
import { Hero } from "../features/public/hero";
import { HowItWorks } from "../features/public/how-it-works";
import { LinkTracking } from "../features/public/link-tracking";
import { Problems } from "../features/public/problems";
import { PublicPage } from "../shell/public-page";

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
