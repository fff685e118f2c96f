import { createFileRoute } from "@tanstack/react-router";
import { NoticesPage } from "../../../notices/notices-page-more";

export const Route = createFileRoute("/app/_signed-in/notices")({
  component: NoticesPage,
});
