import { createFileRoute, redirect } from "@tanstack/react-router";

export const Route = createFileRoute("/creator-hub")({
  beforeLoad: ({ location }) => {
    const { deployed } = location.state;
    const state = deployed ? { deployed } : {};
    throw redirect({ to: "/app/creator-hub", state, replace: true });
  },
});
