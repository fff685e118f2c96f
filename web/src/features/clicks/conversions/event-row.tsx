import type { CampaignConversionsResponse } from "@fairclick/core/conversions/conversions";
import { t } from "@fairclick/core/language/t";
import { X } from "lucide-react";
import { Button } from "../../../ui/button";
import { Mark } from "../../../ui/clicks/stamp";
import { Count, Money } from "../../../ui/figure";

type EventRowProps = {
  count: CampaignConversionsResponse["events"][number];
  isConversion: boolean;
  canConvert: boolean;
  disabled: boolean;
  onConvert: () => void;
  onRemove: (() => void) | null;
};

export function EventRow(props: EventRowProps) {
  const { count, isConversion, canConvert, disabled, onConvert, onRemove } = props;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-rule border-b-2 border-dashed pb-2">
      <code className="min-w-0 flex-1 basis-20 break-words">{count.event}</code>
      <span>
        <Count of={count.conversions} />
        {count.value > 0 ? (
          <>
            {", "}
            <Money dollars={count.value} />
          </>
        ) : null}
      </span>
      {isConversion ? <Mark tone="valid">{t`CONVERSION`}</Mark> : null}
      <span className="ml-auto flex empty:hidden">
        {canConvert && !isConversion ? (
          <Button
            variant="quiet"
            disabled={disabled}
            aria-label={t`Make it the conversion: ${count.event}`}
            onClick={onConvert}
          >
            {t`Make it the conversion`}
          </Button>
        ) : null}
        {onRemove ? (
          <Button
            variant="quiet"
            disabled={disabled}
            aria-label={t`Remove the event ${count.event}`}
            onClick={onRemove}
          >
            <X aria-hidden="true" className="size-4" />
          </Button>
        ) : null}
      </span>
    </li>
  );
}
