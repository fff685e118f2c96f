import { createFileRoute } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { Hero } from "../features/public/hero";
import { PublicPage } from "../shell/public-page";

const LandingSections = lazy(async () => ({
  default: (await import("../features/public/landing-sections")).LandingSections,
}));

export const Route = createFileRoute("/")({ component: LandingPage });

function LandingPage() {
  return (
    <PublicPage>
      <title>Fairclick: clicks with receipts</title>
      <Hero />
      <Suspense fallback={<div className="min-h-dvh" />}>
        <LandingSections />
      </Suspense>
    </PublicPage>
  );
}
