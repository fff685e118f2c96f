import { Share2 } from "lucide-react";
import { Button } from "./button";
import { CopyLink } from "./copy-button";
import { notify } from "./notify";

type ShareButtonProps = {
  link: string;
  title: string;
  label?: string;
  describedBy?: string;
};

/** Opens the device's share sheet; copies the link where there is none. */
export function ShareButton({ link, title, label = "Share", describedBy }: ShareButtonProps) {
  if (typeof navigator.share !== "function") {
    return <CopyLink link={link} label={label} {...(describedBy ? { describedBy } : {})} />;
  }

  async function share() {
    try {
      await navigator.share({ title, url: link });
    } catch (error) {
      if (error instanceof Error && error.name === "AbortError") return;
      notify.error("Your browser did not open its share sheet. Copy the link instead.");
    }
  }

  return (
    <Button aria-describedby={describedBy} onClick={share}>
      <Share2 aria-hidden="true" className="size-4" />
      {label}
    </Button>
  );
}
