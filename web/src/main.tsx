import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { endSession, loadSession, notifyUnauthenticated } from "./features/session/session";
import { readToken } from "./features/session/token";
import { createQueryClient } from "./query-client";
import { createAppRouter } from "./router";
import "./styles/app.css";

const queryClient = createQueryClient(leave);
const router = createAppRouter(queryClient);

function leave(error: unknown): void {
  if (readToken() === null) return;
  endSession(queryClient);
  notifyUnauthenticated(error);
  void router.navigate({ to: "/login" });
}

/** Whichever page comes first, a stored token is checked; one that no longer holds leads to the login. */
async function checkStoredToken(): Promise<void> {
  const user = await loadSession(queryClient);
  if (!user) await router.navigate({ to: "/login" });
}

if (readToken() !== null) void checkStoredToken();

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
