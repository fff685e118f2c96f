import { createFileRoute } from "@tanstack/react-router";
import { CampaignsOverview } from "../../features/campaigns/own/campaigns-overview";

export const Route = createFileRoute("/app/campaigns/")({ component: CampaignsOverview });
