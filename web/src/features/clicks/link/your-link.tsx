import type { JoinedCampaignResponse } from "@fairclick/core/campaigns/campaign-schema";
import { lazy, Suspense } from "react";
import { Card } from "../../../ui/card";
import { CopyLink } from "../../../ui/copy-button";
import { LinkText } from "../../../ui/link-text";
import { embedSnippet } from "./embed-snippet";

const LinkQr = lazy(async () => ({ default: (await import("../../../ui/link-qr")).LinkQr }));

/** Says that a post is advertising, as the rules of most countries and platforms require. */
const DISCLOSURE = "#ad, I earn per click";

/** The link as text, short link, QR code and banner. */
export function YourLink({ campaign }: { campaign: JoinedCampaignResponse }) {
  const { name, redirectLink, shortLink } = campaign;
  return (
    <Card title="Your link">
      <div className="space-y-5">
        <div className="space-y-2">
          <LinkText link={redirectLink} name={name} />
          <CopyLink link={redirectLink} />
        </div>
        <div className="space-y-2">
          <LinkText link={shortLink} name={`${name}, short`} />
          <CopyLink link={shortLink} label="Copy Short Link" />
        </div>
        <div className="space-y-2">
          <p>Say that you are paid wherever you post the link:</p>
          <p className="font-figures text-sm break-all">{`${DISCLOSURE} ${shortLink}`}</p>
          <CopyLink
            link={`${DISCLOSURE} ${shortLink}`}
            label="Copy with #ad"
            copied="Link and disclosure copied."
          />
        </div>
        <div className="min-h-40">
          <Suspense fallback={null}>
            <LinkQr link={shortLink} />
          </Suspense>
        </div>
        <details>
          <summary className="min-h-11 py-2 font-semibold">Banner for your own page</summary>
          <pre className="mb-2 whitespace-pre-wrap break-all border-2 border-rule bg-bar p-3 font-figures text-sm">
            <code>{embedSnippet(campaign)}</code>
          </pre>
          <CopyLink link={embedSnippet(campaign)} label="Copy HTML" copied="HTML copied." />
        </details>
      </div>
    </Card>
  );
}
