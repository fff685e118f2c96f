import { t } from "@fairclick/core/language/t";
import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, Outlet } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { ProofGate } from "../accounts/proof-gate";
import { AgreementQuestion } from "../shell/agreement-question";
import { Toaster } from "../ui/toaster";

const ServerAway = lazy(async () => ({
  default: (await import("../shell/banners")).ServerAway,
}));

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
});

function Root() {
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-16 bg-ink px-4 py-2 text-paper focus:translate-y-0"
      >
        {t`Skip to content`}
      </a>
      <Outlet />
      <Suspense fallback={null}>
        <ServerAway />
      </Suspense>
      <ProofGate />
      <Toaster />
      <AgreementQuestion />
    </>
  );
}
