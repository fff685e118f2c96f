import type { NetworkKind } from "@fairclick/core/clicks/addresses";
import type { CampaignClick } from "@fairclick/core/clicks/campaign-clicks";
import { objectionsSince } from "@fairclick/core/clicks/objections";
import { t } from "@fairclick/core/language/t";
import { Stamp } from "../../../ui/clicks/stamp";
import { Money } from "../../../ui/figure";
import { formatTime } from "../../../ui/format/day";
import { originName } from "../origins/origin-names";
import { ObjectForm } from "./object-form";

const networks: Record<NetworkKind, string> = {
  residential: t`Residential`,
  carrier: t`Mobile carrier`,
  campus: t`Campus`,
  hosting: t`Hosting`,
  relay: t`Private relay`,
  vpn: "VPN",
  proxy: t`Proxy`,
  unknown: t`Unknown network`,
};

const objections = {
  open: t`You have objected. An operator will look at it.`,
  upheld: t`You have objected, and the payment was reversed.`,
  dismissed: t`You have objected, and the click stays paid.`,
};

type ClickLineProps = { campaignId: string; click: CampaignClick };

export function ClickLine({ campaignId, click }: ClickLineProps) {
  const { verdict, category } = click;
  return (
    <li className="py-2.5">
      <details className="group">
        <summary className="list-none rounded-md [&::-webkit-details-marker]:hidden">
          <span className="flex flex-wrap items-start gap-x-4 gap-y-1">
            <time dateTime={click.clickedAt} className="py-0.5 font-figures text-sm tabular-nums">
              {formatTime(click.clickedAt, new Date())}
            </time>
            <span className="min-w-0 break-words">{click.creator}</span>
            <span className="text-soft">
              {originName("country", click.country)}, {originName("device", click.device)},{" "}
              {networks[click.network]}
            </span>
            <span className="ml-auto flex min-w-0 items-center justify-end gap-x-3">
              {verdict === "valid" ? <Money dollars={click.price} /> : null}
              <Stamp verdict={verdict} {...(category ? { reason: category } : {})} />
              <span aria-hidden="true" className="inline-block group-open:rotate-90">
                ›
              </span>
            </span>
          </span>
        </summary>
        <div className="mt-2 space-y-3 border-rule border-l-2 pl-4">
          <Transactions click={click} />
          <Objection campaignId={campaignId} click={click} />
        </div>
      </details>
    </li>
  );
}

function Transactions({ click }: { click: CampaignClick }) {
  const ids = [
    { name: t`Click`, id: click.id },
    { name: t`Paid by transaction`, id: click.transactionId },
    { name: t`Reversed by transaction`, id: click.reversalId },
  ];
  return (
    <dl className="text-sm">
      {ids.map(({ name, id }) =>
        id === null ? null : (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt>{name}</dt>
            <dd className="break-all font-figures">{id}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** The objection to a click, or a form to object while that is possible. */
function Objection({ campaignId, click }: ClickLineProps) {
  if (click.objection) return <p className="font-semibold">{objections[click.objection]}</p>;
  if (click.verdict !== "valid" || new Date(click.clickedAt) < objectionsSince(new Date())) {
    return null;
  }
  return (
    <details>
      <summary className="inline-flex min-h-11 items-center font-semibold underline">
        {t`Object to this click`}
      </summary>
      <ObjectForm
        campaignId={campaignId}
        selection={{ clickId: click.id }}
        hint={t`An operator decides, and you read the reason.`}
      />
    </details>
  );
}
