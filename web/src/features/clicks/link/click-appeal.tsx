import { t } from "@fairclick/core/language/t";
import { formatDay } from "../../../ui/format/day";
import { AppealForm } from "./appeal-form";
import type { ShownClick } from "./shown-clicks";

type ClickAppealProps = { campaignId: string; click: ShownClick };

const words = {
  open: t`You have appealed. An operator will look at it.`,
  accepted: t`You have appealed, and the click was paid.`,
  declined: t`You have appealed, and the click stays invalid.`,
};

/** The creator's appeal against an invalid click, or a form to send one. */
export function ClickAppeal({ campaignId, click }: ClickAppealProps) {
  const { appeal, appealUntil } = click;
  if (appeal) {
    return (
      <div>
        <p className="font-semibold">{words[appeal.state]}</p>
        <p className="break-words text-soft">“{appeal.text}”</p>
        {appeal.answer ? <p className="break-words">{t`Fairclick: ${appeal.answer}`}</p> : null}
      </div>
    );
  }
  if (!appealUntil) return null;
  return (
    <details>
      <summary className="inline-flex min-h-11 items-center font-semibold underline">
        {t`Appeal this click`}
      </summary>
      <AppealForm
        campaignId={campaignId}
        clickId={click.id}
        hint={t`Possible until ${formatDay(appealUntil)}.`}
      />
    </details>
  );
}
