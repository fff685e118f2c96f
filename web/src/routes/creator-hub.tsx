import { createFileRoute, redirect } from "@tanstack/react-router";

export const Route = createFileRoute("/creator-hub")({
  beforeLoad: () => {
    throw redirect({ to: "/app/creator-hub", replace: true });
  },
});
