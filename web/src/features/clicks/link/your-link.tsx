import type { JoinedCampaignResponse } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { lazy, Suspense, useState } from "react";
import { DISCLOSURE } from "../../../ui/campaigns/disclosure";
import { Card } from "../../../ui/card";
import { CopyLink } from "../../../ui/copy-button";
import { LinkText } from "../../../ui/link-text";
import { Part } from "../../../ui/part";
import { ShareButton } from "../../../ui/share-button";
import { embedSnippet } from "./embed-snippet";

const LinkQr = lazy(async () => ({ default: (await import("../../../ui/link-qr")).LinkQr }));

const NamedLinks = lazy(async () => ({ default: (await import("./named-links")).NamedLinks }));

/** The link as text, short link, QR code and banner. */
export function YourLink({ campaign }: { campaign: JoinedCampaignResponse }) {
  const { name, redirectLink, shortLink } = campaign;
  const [showsNames, setShowsNames] = useState(false);
  return (
    <Card title={t`Your link`}>
      <div className="space-y-5">
        <div className="space-y-2">
          <LinkText link={redirectLink} name={name} />
          <CopyLink link={redirectLink} />
        </div>
        <div className="space-y-2">
          <LinkText link={shortLink} name={t`${name}, short`} />
          <CopyLink link={shortLink} label={t`Copy Short Link`} variant="secondary" />
        </div>
        <div className="space-y-2">
          <p>{t`Say that you are paid wherever you post the link:`}</p>
          <p className="font-figures text-sm break-all">{`${DISCLOSURE} ${shortLink}`}</p>
          <CopyLink
            link={`${DISCLOSURE} ${shortLink}`}
            label={t`Copy with #ad`}
            copied={t`Link and disclosure copied.`}
            variant="secondary"
          />
          {typeof navigator.share === "function" ? (
            <ShareButton
              link={shortLink}
              title={name}
              text={DISCLOSURE}
              label={t`Share with #ad`}
            />
          ) : null}
        </div>
        <div className="min-h-40">
          <Suspense fallback={null}>
            <LinkQr link={shortLink} />
          </Suspense>
        </div>
        <details onToggle={({ currentTarget }) => setShowsNames(currentTarget.open)}>
          <summary className="min-h-11 py-2 font-semibold">{t`Named links for each place`}</summary>
          {showsNames ? (
            <Part loading={t`Loading names`} failure={t`The names could not be loaded.`}>
              <NamedLinks campaignId={campaign._id} title={name} />
            </Part>
          ) : null}
        </details>
        <details>
          <summary className="min-h-11 py-2 font-semibold">{t`Banner for your own page`}</summary>
          <pre className="mb-2 whitespace-pre-wrap break-all border-2 border-rule bg-bar p-3 font-figures text-sm">
            <code>{embedSnippet(campaign)}</code>
          </pre>
          <CopyLink
            link={embedSnippet(campaign)}
            label={t`Copy HTML`}
            copied={t`HTML copied.`}
            variant="secondary"
          />
        </details>
      </div>
    </Card>
  );
}
