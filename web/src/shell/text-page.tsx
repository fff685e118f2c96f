import type { ReactNode } from "react";
import { PageHeading } from "../ui/layout";
import { PublicPage } from "./public-page";

/** A page of plain text. */
export function TextPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <PublicPage>
      <PageHeading title={title} />
      <div className="max-w-prose space-y-4 [&_h2]:pt-4 [&_h2]:text-lg">{children}</div>
    </PublicPage>
  );
}
