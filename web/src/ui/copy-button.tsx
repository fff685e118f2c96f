import { t } from "@fairclick/core/language/t";
import { Copy, Share2 } from "lucide-react";
import { Button, type Variant } from "./button";
import { notify } from "./notify";

type CopyLinkProps = {
  link: string;
  label?: string;
  copied?: string;
  describedBy?: string;
  variant?: Variant;
};

export function CopyLink({
  link,
  label = t`Copy Link`,
  copied,
  describedBy,
  variant = "primary",
}: CopyLinkProps) {
  async function copy() {
    if (await copyText(link)) sayCopied(copied);
    else notify.error(t`Your browser did not allow copying. Select the link and copy it yourself.`);
  }

  return (
    <Button variant={variant} aria-describedby={describedBy} onClick={copy}>
      <Copy aria-hidden="true" className="size-4" />
      {label}
    </Button>
  );
}

/** Replaces the toast of an earlier copy. */
export function sayCopied(message = t`Link copied to clipboard!`): void {
  notify.success(message, { id: "copied" });
}

/**
 * Copies a text, which may be known only later: Safari copies only what began within a press. Returns
 * false if the browser denies access. Insecure origins have no clipboard.
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof text === "string") await navigator.clipboard.writeText(text);
    else await navigator.clipboard.write([new ClipboardItem({ "text/plain": toBlob(text) })]);
    return true;
  } catch {
    return false;
  }
}

/** Its failure is handled even where the browser has no clipboard that waits for it. */
function toBlob(text: Promise<string>): Promise<Blob> {
  const blob = text.then((known) => new Blob([known], { type: "text/plain" }));
  blob.catch(() => {});
  return blob;
}

type ShareButtonProps = {
  link: string;
  title: string;
  /** Shared before the link, such as a disclosure. */
  text?: string;
  label?: string;
  describedBy?: string;
};

/** Opens the device's share sheet. Where there is none, nothing if `text` is shared too, else a button to copy. */
export function ShareButton(props: ShareButtonProps) {
  const { link, title, text, label = t`Share`, describedBy } = props;
  if (typeof navigator.share !== "function") {
    if (text) return null;
    return <CopyLink link={link} label={label} variant="secondary" />;
  }

  async function share() {
    try {
      await navigator.share({ title, url: link, ...(text ? { text } : {}) });
    } catch (error) {
      if (error instanceof Error && error.name === "AbortError") return;
      notify.error(t`Your browser did not open its share sheet. Copy the link instead.`);
    }
  }

  return (
    <Button aria-describedby={describedBy} onClick={share}>
      <Share2 aria-hidden="true" className="size-4" />
      {label}
    </Button>
  );
}

export function LinkText({ link, name }: { link: string; name: string }) {
  return (
    <input
      readOnly
      value={link}
      aria-label={t`Link for ${name}`}
      onFocus={(event) => event.currentTarget.select()}
      className="w-full min-w-0 truncate border-2 border-rule bg-bar px-3 py-2 font-figures text-sm"
    />
  );
}

/** Says that a post is advertising, as the rules of most countries and platforms require. */
export const DISCLOSURE = t`#ad, I earn per click`;
