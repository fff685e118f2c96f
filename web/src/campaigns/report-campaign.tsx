import { t } from "@fairclick/core/language/t";
import { lazy, useState } from "react";
import { Button } from "../ui/button";
import { Part } from "../ui/layout";

const ReportForm = lazy(async () => ({ default: (await import("./report-form")).ReportForm }));

/** Lets a user report a campaign to the operators. */
export function ReportCampaign({ campaignId }: { campaignId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="mt-6 space-y-3">
      <Button variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t`Report this campaign`}
      </Button>
      {isOpen ? (
        <Part loading={t`Loading the form`} failure={t`The form could not be loaded.`}>
          <ReportForm campaignId={campaignId} onSent={() => setOpen(false)} />
        </Part>
      ) : null}
    </div>
  );
}
