import type { ReactNode } from "react";
import { LogoBar } from "../shell/frame";
import { Receipt } from "../ui/figures";

type AccountPageProps = { title: string; lead: string; children: ReactNode };

/** Frame of the sign-in and sign-up pages. */
export function AccountPage({ title, lead, children }: AccountPageProps) {
  return (
    <>
      <LogoBar />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto flex min-h-dvh max-w-form flex-col justify-center px-4 pt-24 pb-16"
      >
        <Receipt>
          <h1 className="text-2xl">{title}</h1>
          <p className="mt-1 mb-6 text-soft">{lead}</p>
          {children}
        </Receipt>
      </main>
    </>
  );
}
