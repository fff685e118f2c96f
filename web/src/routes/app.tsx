import { createFileRoute, Outlet } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useUser } from "../session/session";
import { Navigation } from "../shell/navigation";
import { SuspensionBanner } from "../shell/suspension-banner";

const ReclaimedBanner = lazy(async () => ({
  default: (await import("../features/accounts/sign-in/reclaimed-banner")).ReclaimedBanner,
}));

export const Route = createFileRoute("/app")({
  component: App,
});

function App() {
  const reclaimed = useUser()?.reclaimed;
  return (
    <>
      <Navigation />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-page px-4 pt-[calc(var(--spacing-nav)+2rem)] pb-24 sm:px-6"
      >
        <SuspensionBanner />
        {reclaimed ? (
          <Suspense>
            <ReclaimedBanner reclaimed={reclaimed} />
          </Suspense>
        ) : null}
        <Outlet />
      </main>
    </>
  );
}
