import { CatchBoundary, createFileRoute, Outlet } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useUser } from "../session/session";
import { Navigation } from "../shell/navigation";
import { SuspensionBanner } from "../shell/suspension-banner";

const ReclaimedBanner = lazy(async () => ({
  default: (await import("../accounts/reclaimed-banner")).ReclaimedBanner,
}));

const Bell = lazy(async () => ({
  default: (await import("../notices/bell")).Bell,
}));

const Footer = lazy(async () => ({ default: (await import("../shell/footer")).Footer }));

export const Route = createFileRoute("/app")({
  component: App,
});

function App() {
  const user = useUser();
  const reclaimed = user?.reclaimed;
  return (
    <div className="flex min-h-dvh flex-col">
      <Navigation bell={user ? <BellInTime key={user._id} /> : null} />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-page flex-1 px-4 pt-[calc(var(--spacing-nav)+2rem)] pb-24 sm:px-6"
      >
        <SuspensionBanner />
        {reclaimed ? (
          <Suspense>
            <ReclaimedBanner reclaimed={reclaimed} />
          </Suspense>
        ) : null}
        <Outlet />
      </main>
      <Suspense fallback={<div className="min-h-36" />}>
        <Footer />
      </Suspense>
    </div>
  );
}

/** Keeps the bell's place while its code loads. Without a bell, the app works on. */
function BellInTime() {
  return (
    <CatchBoundary getResetKey={() => "bell"} errorComponent={() => null}>
      <Suspense fallback={<span className="size-11" />}>
        <Bell />
      </Suspense>
    </CatchBoundary>
  );
}
