/** @jsxImportSource hono/jsx */
import { formatDollars, formatExactDollars, MICROS_PER_CENT } from "@fairclick/core/amounts";
import { CLICKS_PER_RATE } from "@fairclick/core/campaigns/campaign-input";
import { COVER_WIDTHS, type CoverFormat, coverPath } from "@fairclick/core/campaigns/cover-files";
import type { CoverResponse } from "@fairclick/core/campaigns/covers";
import type { Verdict } from "@fairclick/core/clicks/signal";
import {
  currentLanguage,
  languageNames,
  languages,
  splitText,
  t,
} from "@fairclick/core/language/t";
import { pageAddress, themes } from "@fairclick/core/operations/pages";
import type { Child, FC, PropsWithChildren } from "hono/jsx";

/** Tag of a translated text with elements in it: rich`Read ${<a href="/terms">{t`the terms`}</a>}.` */
export function rich(strings: TemplateStringsArray, ...values: readonly Child[]): Child[] {
  return splitText(strings).map((part) => (typeof part === "string" ? part : values[part.value]));
}

export type PageView = {
  /** Path of the page without its language. */
  path: string;
  /** Whether the address names the language; links to other public pages then name it too. */
  inAddress: boolean;
  /** Twitter and Discord, if the installation has them. */
  elsewhere: readonly { name: string; href: string }[];
};

/** Returns the address of a public page in the language of this page. */
export function publicLink({ inAddress }: PageView, path: string): string {
  return inAddress ? pageAddress(path, currentLanguage()) : path;
}

type FrameProps = PropsWithChildren<{ view: PageView }>;

/** Bar, content and footer of a page that the server renders. */
export const Frame: FC<FrameProps> = ({ view, children }) => (
  <div id="root">
    <a
      href="#main"
      class="fixed top-2 left-2 z-60 -translate-y-16 bg-ink px-4 py-2 text-paper focus:translate-y-0"
    >
      {t`Skip to content`}
    </a>
    <div class="flex min-h-dvh flex-col">
      <Bar view={view} />
      <main
        id="main"
        tabindex={-1}
        class="mx-auto w-full max-w-page flex-1 px-4 pt-[calc(var(--spacing-nav)+1.5rem)] pb-16 sm:px-6 sm:pt-[calc(var(--spacing-nav)+2.5rem)]"
      >
        {children}
      </main>
      <div class="absolute -left-[9999px]" aria-hidden="true">
        <a href="/api/clicks/trap/archive" rel="nofollow" tabindex={-1}>{t`Archive`}</a>
      </div>
      <Footer view={view} />
    </div>
  </div>
);

/** The links of a visitor and of a user are both there; the page's script knows who is signed in. */
const Bar: FC<FrameProps> = ({ view }) => (
  <header
    data-scrolled="false"
    class="fixed inset-x-0 top-0 z-30 h-nav border-transparent border-b-2 bg-ground/70 motion-safe:transition-colors data-[scrolled=true]:border-rule data-[scrolled=true]:bg-ground/97"
  >
    <div class="mx-auto flex h-full max-w-page items-center gap-2 px-4 sm:px-6">
      <a href={publicLink(view, "/")} class="mr-auto flex rounded-md p-1 no-underline">
        <Logo />
      </a>
      <span class="in-data-signed-in:hidden">
        <ButtonLink href="/login" variant="quiet" class="max-[28rem]:px-2">{t`Log In`}</ButtonLink>
      </span>
      <span class="in-data-signed-in:hidden">
        <ButtonLink href="/register" class="max-[28rem]:px-2">{t`Sign Up`}</ButtonLink>
      </span>
      <span class="in-data-[signed-in=creator]:inline hidden">
        <ButtonLink href="/app/creator-hub">{t`Creator Hub`}</ButtonLink>
      </span>
      <span class="in-data-[signed-in=developer]:inline hidden">
        <ButtonLink href="/app/developer-hub" class="whitespace-nowrap max-[28rem]:px-2">
          {t`Developer Hub`}
        </ButtonLink>
      </span>
    </div>
  </header>
);

/** A torn receipt with one marked line. */
const Logo: FC = () => (
  <span class="inline-flex items-center gap-2.5 font-extrabold text-lg tracking-tight">
    <svg viewBox="0 0 20 24" aria-hidden="true" class="h-6 w-5">
      <path
        d="M1 1h18v21l-2.25-2-2.25 2-2.25-2L10 22l-2.25-2-2.25 2-2.25-2L1 22z"
        class="fill-paper stroke-ink"
        stroke-width="1.6"
        stroke-linejoin="round"
      />
      <path d="M4.5 5.5h11v3.4h-11z" class="fill-marker" />
      <path d="M4.5 6.4h11M4.5 12h11M4.5 15.6h6.5" class="stroke-ink" stroke-width="1.6" />
    </svg>
    Fairclick
  </span>
);

const Footer: FC<FrameProps> = ({ view }) => (
  <footer class="border-rule border-t-2 border-dashed">
    <div class="mx-auto flex max-w-page flex-wrap items-center justify-between gap-4 px-4 py-8 sm:px-6">
      <p class="text-soft">{t`Every click has a receipt, in US dollars.`}</p>
      <nav aria-label={t`Footer`} class="flex flex-wrap gap-5">
        <a href={publicLink(view, "/rules")}>{t`Rules`}</a>
        <a href={publicLink(view, "/terms")}>{t`Terms`}</a>
        <a href={publicLink(view, "/privacy")}>{t`Privacy`}</a>
        <a href="/contact">{t`Contact`}</a>
        {view.elsewhere.map(({ name, href }) => (
          <a href={href} rel="noopener noreferrer">
            {name}
          </a>
        ))}
      </nav>
      <div class="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-5 gap-y-3">
        {languages
          .filter((language) => language !== currentLanguage())
          .map((language) => (
            <a
              href={pageAddress(view.path, language)}
              lang={language}
              hreflang={language}
              data-language={language}
              class="inline-flex min-h-11 items-center"
            >
              {languageNames[language]}
            </a>
          ))}
        <ThemeChoice />
      </div>
    </div>
  </footer>
);

const themeNames = { system: () => t`System`, light: () => t`Light`, dark: () => t`Dark` };

/** Hidden until the page's script, which it needs, shows it. */
const ThemeChoice: FC = () => (
  <fieldset
    hidden
    data-themes
    class="flex gap-1 rounded-md border-2 border-edge bg-paper p-0.5 [[hidden]]:hidden"
  >
    <legend class="sr-only">{t`Theme`}</legend>
    {themes.map((theme) => (
      <label class="flex min-h-9 cursor-pointer items-center rounded-sm px-2.5 font-semibold text-sm text-soft hover:text-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-2">
        <input type="radio" name="theme" value={theme} class="sr-only" />
        {themeNames[theme]()}
      </label>
    ))}
  </fieldset>
);

const shape =
  "inline-flex min-h-11 items-center justify-center gap-2 rounded-md border-2 px-5 py-2 font-semibold leading-tight no-underline motion-safe:transition-[translate,background-color] active:translate-y-px";

const variants = {
  primary: "border-on-marker bg-marker text-on-marker hover:bg-marker/80",
  secondary: "border-edge bg-paper text-ink hover:border-ink",
  quiet: "border-transparent bg-transparent text-ink underline hover:bg-ink/8",
};

type Variant = keyof typeof variants;

/** Returns the classes of `web/src/ui/button.tsx`. */
export function buttonClass(variant: Variant = "secondary", more = ""): string {
  return `${shape} ${variants[variant]} ${more}`;
}

type ButtonLinkProps = PropsWithChildren<{
  href: string;
  variant?: Variant;
  class?: string;
  rel?: string;
  target?: string;
}>;

export const ButtonLink: FC<ButtonLinkProps> = ({ variant, class: more, children, ...link }) => (
  <a class={buttonClass(variant, more)} {...link}>
    {children}
  </a>
);

type BoxProps = PropsWithChildren<{ class?: string }>;

/** A paper receipt with a torn edge. */
export const Receipt: FC<BoxProps> = ({ children, class: more = "" }) => (
  <div class={`receipt-shadow ${more}`}>
    <div class="receipt h-full">
      <div class="flex h-full flex-col p-5 pb-6 sm:p-6 sm:pb-7">{children}</div>
    </div>
  </div>
);

export const Lines: FC<BoxProps> = ({ children, class: more = "" }) => (
  <dl class={`space-y-1 ${more}`}>{children}</dl>
);

type LineProps = PropsWithChildren<{ label: Child }>;

/** A line of a receipt with figures. */
export const Line: FC<LineProps> = ({ label, children }) => (
  <div class="line">
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

/** A line of a receipt with words. */
export const TextLine: FC<LineProps> = ({ label, children }) => (
  <Line label={label}>
    <span class="font-text">{children}</span>
  </Line>
);

/** `rounded` leaves out fractions of a cent, unless there is nothing else. */
export const Money: FC<{ micros: bigint; rounded?: boolean }> = ({ micros, rounded = false }) => (
  <span class="font-figures tabular-nums">
    {rounded && micros >= MICROS_PER_CENT ? formatDollars(micros) : formatExactDollars(micros)}
  </span>
);

/** What 1,000 clicks pay, marked. */
export const Price: FC<{ payoutMicros: bigint }> = ({ payoutMicros }) => (
  <>
    {rich`${(
      <span class="mr-2">
        <strong class="marked">
          <Money micros={payoutMicros * CLICKS_PER_RATE} />
        </strong>
      </span>
    )} per 1,000 clicks`}
  </>
);

const verdictWords: Record<Verdict, () => string> = {
  valid: () => t`VALID`,
  invalid: () => t`INVALID`,
  held: () => t`HELD`,
  pending: () => t`PENDING`,
  unpaid: () => t`UNPAID`,
};

export const Stamp: FC<{ verdict: Verdict }> = ({ verdict }) => (
  <Mark tone={verdict}>
    <span class="whitespace-nowrap">{verdictWords[verdict]()}</span>
  </Mark>
);

/** A mark in the style of a verdict, for other states. */
export const Mark: FC<PropsWithChildren<{ tone: Verdict }>> = ({ tone, children }) => (
  <span class="stamp" data-verdict={tone}>
    {children}
  </span>
);

type CoverProps = {
  cover: CoverResponse;
  /** How wide it is shown: the `sizes` attribute. */
  sizes: string;
  class?: string;
  /** It is seen first: the browser loads it before other images. */
  first?: boolean;
};

/** A campaign's cover in 16:9: its image, or the drawing of its initials. */
export const Cover: FC<CoverProps> = ({ cover, sizes, class: more = "", first = false }) => {
  const image = (
    <img
      src={cover.image}
      srcset={cover.hash === null ? undefined : listFiles(cover.hash, "webp")}
      sizes={cover.hash === null ? undefined : sizes}
      alt={cover.alt}
      width={640}
      height={360}
      loading={first ? "eager" : "lazy"}
      fetchpriority={first ? "high" : "auto"}
      decoding="async"
      class={`aspect-video w-full rounded-sm bg-bar object-cover ${more}`}
    />
  );
  if (cover.hash === null) return image;
  return (
    <picture>
      <source type="image/avif" srcset={listFiles(cover.hash, "avif")} sizes={sizes} />
      {image}
    </picture>
  );
};

function listFiles(hash: string, format: CoverFormat): string {
  return COVER_WIDTHS.map((width) => `${coverPath(hash, `${width}.${format}`)} ${width}w`).join(
    ", ",
  );
}

type HeadingProps = PropsWithChildren<{ title: string; lead?: string | undefined }>;

export const PageHeading: FC<HeadingProps> = ({ title, lead, children }) => (
  <header class="mb-6 flex flex-wrap items-end justify-between gap-4">
    <div class="min-w-0">
      <h1 class="break-words text-3xl">{title}</h1>
      {lead ? <p class="mt-2 max-w-prose text-soft">{lead}</p> : null}
    </div>
    {children}
  </header>
);

export const Empty: FC<PropsWithChildren<{ title: string }>> = ({ title, children }) => (
  <div class="border-2 border-rule border-dashed px-6 py-12 text-center">
    <p class="font-bold text-lg">{title}</p>
    {children}
  </div>
);

export const TextPage: FC<FrameProps & { title: string }> = ({ view, title, children }) => (
  <Frame view={view}>
    <PageHeading title={title} />
    <div class="max-w-prose space-y-4 [&_h2]:pt-4 [&_h2]:text-lg">{children}</div>
  </Frame>
);

export const Sentences: FC<{ of: readonly string[]; class?: string }> = ({ of, class: more }) => (
  <ul class={`list-disc space-y-2 pl-5 ${more ?? ""}`}>
    {of.map((sentence) => (
      <li>{sentence}</li>
    ))}
  </ul>
);
