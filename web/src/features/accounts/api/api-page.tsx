import { t } from "@fairclick/core/language/t";
import { rich } from "../../../language/rich";
import { Card } from "../../../ui/card";
import { PageHeading } from "../../../ui/page-heading";
import { Part } from "../../../ui/part";
import { Keys } from "./keys";
import { Webhooks } from "./webhooks";

/** API keys and webhooks of the user's own programs. */
export function ApiPage() {
  return (
    <>
      <PageHeading
        title={t`API`}
        lead={rich`Let your own programs read your figures, run your campaigns, and hear what happens.
          The ${<a href="/docs">{t`API reference`}</a>} lists every call, and the
          ${<a href="/docs/webhooks">{t`guide to webhooks`}</a>} shows how to verify events.`}
      />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card title={t`API keys`}>
          <Part loading={t`Loading keys`} failure={t`Your API keys could not be loaded.`}>
            <Keys />
          </Part>
        </Card>
        <Card title={t`Webhooks`}>
          <Part loading={t`Loading webhooks`} failure={t`Your webhooks could not be loaded.`}>
            <Webhooks />
          </Part>
        </Card>
      </div>
    </>
  );
}
