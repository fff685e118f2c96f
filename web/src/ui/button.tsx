import { t } from "@fairclick/core/language/t";
import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

export type Variant = "primary" | "secondary" | "quiet" | "danger";

const shape =
  "inline-flex min-h-11 items-center justify-center gap-2 rounded-md border-2 px-5 py-2 font-semibold leading-tight no-underline motion-safe:transition-[translate,background-color] active:translate-y-px disabled:cursor-not-allowed disabled:border-rule disabled:bg-transparent disabled:text-soft disabled:active:translate-y-0";

const variants: Record<Variant, string> = {
  primary: "border-on-marker bg-marker text-on-marker hover:bg-marker/80",
  secondary: "border-edge bg-paper text-ink hover:border-ink",
  danger: "border-refused bg-refused text-paper hover:bg-refused/85",
  quiet: "border-transparent bg-transparent text-ink underline hover:bg-ink/8",
};

export function buttonClass(variant: Variant = "secondary", className = ""): string {
  return `${shape} ${variants[variant]} ${className}`;
}

type ButtonProps = ComponentProps<"button"> & { variant?: Variant };

export function Button({ variant, className, type = "button", ...props }: ButtonProps) {
  return <button type={type} className={buttonClass(variant, className)} {...props} />;
}

type MoreButtonProps = {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  label: string;
};

/** Loads the next page of a list; nothing on the last one. */
export function MoreButton({ list, label }: MoreButtonProps) {
  if (!list.hasNextPage) return null;
  return (
    <div className="mt-6 text-center">
      <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {list.isFetchingNextPage ? t`Loading...` : label}
      </Button>
    </div>
  );
}

type AnchorProps = ComponentProps<"a"> & { variant?: Variant };

/** A link to a page outside the app that looks like a button. */
export function ButtonAnchor({ variant, className, ...props }: AnchorProps) {
  return <a className={buttonClass(variant, className)} {...props} />;
}

/** A link to a page of the app that looks like a button. */
export const ButtonLink = createLink(ButtonAnchor);
