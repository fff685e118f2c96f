import { createFileRoute } from "@tanstack/react-router";
import { CasesPage } from "../../../clicks/cases";

export const Route = createFileRoute("/app/_signed-in/cases")({
  component: CasesPage,
});
