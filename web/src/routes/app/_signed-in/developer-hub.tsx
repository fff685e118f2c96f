import { createFileRoute } from "@tanstack/react-router";
import { DeveloperHub } from "../../../features/campaigns/hubs/developer-hub";

export const Route = createFileRoute("/app/_signed-in/developer-hub")({ component: DeveloperHub });
