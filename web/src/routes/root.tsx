import { t } from "@fairclick/core/language/t";
import type { QueryClient } from "@tanstack/react-query";
import {
  CatchBoundary,
  createRootRouteWithContext,
  lazyRouteComponent,
  Outlet,
  type ParsedLocation,
  type RouteComponent,
  redirect,
  useChildMatches,
} from "@tanstack/react-router";
import { type ReactNode, Suspense, useSyncExternalStore } from "react";
import { agreementQuestion, proofQuestion } from "../session/questions";
import { useUser } from "../session/session";
import { Footer, Navigation } from "../shell/frame";
import { BelowFold } from "../ui/layout";
import { lazyPart } from "../ui/lazy-part";
import { toastList } from "../ui/notify";
import { reportUnexpected } from "../ui/report-unexpected";

const loadBanners = () => import("../shell/banners");

const ServerAway = lazyPart(async () => (await loadBanners()).ServerAway);

const SuspensionBanner = lazyPart(async () => (await loadBanners()).SuspensionBanner);

const Bell = lazyPart(async () => (await import("../notices/bell")).Bell);

const PhoneBar = lazyPart(async () => (await import("../shell/phone-bar")).PhoneBar);

const ProofDialog = lazyPart(async () => (await import("../accounts/proof-dialog")).ProofDialog);

const AgreementDialog = lazyPart(
  async () => (await import("../shell/agreement-dialog")).AgreementDialog,
);

const Toasts = lazyPart(async () => (await import("../ui/toasts")).Toasts);

export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
});

function Root() {
  const hasToasts = useSyncExternalStore(toastList.subscribe, toastList.isWanted);
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-16 bg-ink px-4 py-2 text-paper focus:translate-y-0"
      >
        {t`Skip to content`}
      </a>
      <Below depth={0} />
      <InTime placeholder={null}>
        <ServerAway />
      </InTime>
      <Questions />
      <InTime placeholder={null}>{hasToasts ? <Toasts /> : null}</InTime>
    </>
  );
}

/** Shows each page afresh. Otherwise a page that was left while it waited would delay the next one, and fail. */
function Below({ depth }: { depth: number }) {
  const route = useChildMatches({
    select: (matches): string | undefined => matches.at(depth)?.routeId,
  });
  return <Outlet key={route} />;
}

/** The dialogs that a call of the API waits for: a proof of identity, and the agreement to the terms. */
function Questions() {
  const proof = useSyncExternalStore(proofQuestion.subscribe, proofQuestion.read);
  const agreement = useSyncExternalStore(agreementQuestion.subscribe, agreementQuestion.read);
  return (
    <Suspense fallback={null}>
      {proof ? <ProofDialog onDone={proof.answer} /> : null}
      {agreement ? <AgreementDialog onAnswer={agreement.answer} /> : null}
    </Suspense>
  );
}

export function AppFrame() {
  const user = useUser();
  return (
    <div className="flex min-h-dvh flex-col pb-phone-bar">
      <Navigation
        bell={
          user ? (
            <InTime placeholder={<span className="size-11" />}>
              <Bell key={user._id} />
            </InTime>
          ) : null
        }
      />
      {user ? (
        <InTime placeholder={null}>
          <PhoneBar />
        </InTime>
      ) : null}
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-page flex-1 px-4 pt-[calc(var(--spacing-nav)+2rem)] pb-24 sm:px-6"
      >
        {user?.suspension ? (
          <Suspense>
            <SuspensionBanner reason={user.suspension.reason} />
          </Suspense>
        ) : null}
        <Below depth={-1} />
      </main>
      <BelowFold>
        <Footer />
      </BelowFold>
    </div>
  );
}

type InTimeProps = { placeholder: ReactNode; children: ReactNode };

/** Keeps a place while its code loads. Without that code, the app works on. */
function InTime({ placeholder, children }: InTimeProps) {
  return (
    <CatchBoundary
      getResetKey={() => "in-time"}
      onCatch={reportUnexpected}
      errorComponent={() => null}
    >
      <Suspense fallback={placeholder}>{children}</Suspense>
    </CatchBoundary>
  );
}

/** Redirects to the Creator Hub, and keeps which campaign was deployed just now. */
export function leadToHub({ location: { state } }: { location: ParsedLocation }): never {
  const { deployed } = state;
  throw redirect({ to: "/app/creator-hub", state: deployed ? { deployed } : {}, replace: true });
}

/** Returns the parameters of an address that have these names, if they are texts. */
export function texts<Name extends string>(
  search: Record<string, unknown>,
  ...names: Name[]
): { [name in Name]?: string } {
  const found = names.filter((name) => typeof search[name] === "string");
  return Object.fromEntries(found.map((name) => [name, search[name]])) as {
    [name in Name]?: string;
  };
}

/**
 * Returns a page whose code loads beside its data. `render` is its component: it passes on to the
 * loaded parts what the address says.
 */
export function lazyPage<Parts>(
  load: () => Promise<Parts>,
  render: (parts: Parts) => ReactNode,
): RouteComponent {
  return lazyRouteComponent(async () => {
    const parts = await load();
    return { default: () => render(parts) };
  });
}

/** How long a page waits for the answers that it begins with (ms). */
const SOON_MS = 150;

/**
 * Waits for answers that a page shows at once, but not for a slow server: otherwise each part would show
 * its spinner for a blink.
 */
export async function soon(...answers: Promise<unknown>[]): Promise<void> {
  await Promise.race([
    Promise.allSettled(answers),
    new Promise((resolve) => setTimeout(resolve, SOON_MS)),
  ]);
}
