import type { ReactNode } from "react";

type PageHeadingProps = { title: string; lead?: ReactNode; children?: ReactNode };

/** Heading and window title of a page, with actions beside it. */
export function PageHeading({ title, lead, children }: PageHeadingProps) {
  return (
    <header className="mb-8 flex flex-wrap items-end justify-between gap-4">
      <title>{`${title} · Fairclick`}</title>
      <div className="min-w-0">
        <h1 className="break-words text-3xl">{title}</h1>
        {lead ? <p className="mt-2 max-w-prose text-soft">{lead}</p> : null}
      </div>
      {children}
    </header>
  );
}
