import { t } from "@fairclick/core/language/t";
import { Share2 } from "lucide-react";
import { Button } from "./button";
import { CopyLink } from "./copy-button";
import { notify } from "./notify";

type ShareButtonProps = {
  link: string;
  title: string;
  /** Shared before the link, such as a disclosure. */
  text?: string;
  label?: string;
  describedBy?: string;
};

/** Opens the device's share sheet; copies the link where there is none. */
export function ShareButton(props: ShareButtonProps) {
  const { link, title, text, label = t`Share`, describedBy } = props;
  if (typeof navigator.share !== "function") {
    return (
      <CopyLink
        link={text ? `${text} ${link}` : link}
        label={label}
        variant="secondary"
        {...(describedBy ? { describedBy } : {})}
      />
    );
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
