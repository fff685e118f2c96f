import { createFileRoute, Outlet } from "@tanstack/react-router";
import { Navigation } from "../features/navigation/navigation";
import { SuspensionBanner } from "../features/navigation/suspension-banner";
import { ReclaimedBanner } from "../features/session/reclaimed-banner";

export const Route = createFileRoute("/app")({
  component: App,
});

function App() {
  return (
    <>
      <Navigation />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-page px-4 pt-[calc(var(--spacing-nav)+2rem)] pb-24 sm:px-6"
      >
        <SuspensionBanner />
        <ReclaimedBanner />
        <Outlet />
      </main>
    </>
  );
}
