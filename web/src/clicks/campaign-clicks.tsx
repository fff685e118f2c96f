import { dollarsFromMicros } from "@fairclick/core/amounts";
import { objectionsSince } from "@fairclick/core/clicks/appeals";
import type { ExplainedClick, ObjectionInput } from "@fairclick/core/clicks/campaign-clicks";
import { networkName } from "@fairclick/core/clicks/category-names";
import { plural, t } from "@fairclick/core/language/t";
import { useInfiniteQuery, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { rich } from "../language/rich";
import { campaignLinksQuery, campaignQuery } from "../queries/campaigns";
import { campaignClicksQuery, casesQuery } from "../queries/clicks";
import type { Range } from "../queries/series-window";
import { Button } from "../ui/button";
import { useApiChange, useDownload } from "../ui/change";
import { Count, Money, Stamp } from "../ui/figures";
import { exactDollars, microsPerClick } from "../ui/format";
import { Card } from "../ui/layout";
import { TextForm } from "../ui/text-form";
import {
  type ClickFilter,
  ClickFilters,
  NO_FILTER,
  readFilter,
  toConditions,
  writeFilter,
} from "./click-filter";
import { ClickItem, ClickTime, PagedList } from "./click-list";
import { ClickOrigins, originName } from "./origins";

type CampaignClicksProps = {
  campaignId: string;
  range: Range;
  /** Conditions of the list of every click, as `writeFilter` returns them; undefined without any. */
  filter: string | undefined;
  onFilter: (filter: string) => void;
};

/** The origins of a campaign's clicks, and every click with its verdict, price and transaction. */
export function CampaignClicks({ campaignId, range, filter, onFilter }: CampaignClicksProps) {
  const { data: campaign } = useSuspenseQuery(campaignQuery(campaignId));
  return (
    <>
      <ClickOrigins
        scope={{ campaignId, of: "campaign" }}
        period={{ range, begin: campaign.startDate }}
      />
      <section aria-labelledby="every-click" className="mt-12">
        <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id="every-click" className="text-xl">
            {t`Every click`}
          </h2>
          <Link to="/app/cases">{t`Your cases`}</Link>
        </div>
        <EveryClick campaignId={campaignId} filter={filter ?? NO_FILTER} onFilter={onFilter} />
      </section>
    </>
  );
}

type EveryClickProps = Omit<CampaignClicksProps, "range"> & { filter: string };

/** What was refused and paid, by group, and then each click. */
function EveryClick({ campaignId, filter: text, onFilter }: EveryClickProps) {
  const filter = readFilter(text);
  const conditions = toConditions(filter);
  const list = useInfiniteQuery(campaignClicksQuery(campaignId, conditions));
  const download = useDownload(
    `fairclick-clicks-${campaignId}.csv`,
    () => api.campaigns[":id"]["clicks.csv"].$get({ param: { id: campaignId }, query: conditions }),
    t`Failed to export the clicks.`,
  );
  const [isObjecting, setObjecting] = useState(false);
  const clicks = list.data?.pages.flatMap((page) => page.data) ?? [];
  const { verdict = "valid", ...objected } = conditions;
  const mayBePaid = list.hasNextPage || clicks.some((click) => click.verdict === "valid");
  const show = (next: ClickFilter) => onFilter(writeFilter(next));
  const ownFilter = useRef<HTMLDetailsElement>(null);
  const showGroup = (next: ClickFilter) => {
    show(next);
    ownFilter.current?.scrollIntoView();
  };
  const none =
    text === NO_FILTER
      ? rich`No clicks yet. Each will be listed here with its verdict and the reason. Read ${<a href="/rules">{t`the rules`}</a>}.`
      : t`No clicks match.`;
  return (
    <div className="grid grid-cols-1 gap-6">
      <RefusedGroups campaignId={campaignId} onShow={showGroup} />
      <PaidGroups campaignId={campaignId} onShow={showGroup} />
      <details ref={ownFilter} open={text !== NO_FILTER} className="group scroll-mt-24">
        <summary className="min-h-11 py-2 font-semibold">{t`Filter, export, object`}</summary>
        <div className="grid grid-cols-1 gap-4">
          <ClickFilters campaignId={campaignId} filter={filter} onFilter={show} />
          <div className="flex flex-wrap gap-3">
            <Button disabled={download.isPending} onClick={() => download.mutate()}>
              {t`Export as CSV`}
            </Button>
            {verdict === "valid" && mayBePaid ? (
              <Button aria-expanded={isObjecting} onClick={() => setObjecting(!isObjecting)}>
                {t`Object to these paid clicks`}
              </Button>
            ) : null}
          </div>
          {isObjecting ? (
            <ObjectForm
              campaignId={campaignId}
              selection={{ filter: objected }}
              hint={groupHint}
              onSent={() => setObjecting(false)}
            />
          ) : null}
        </div>
      </details>
      <PagedList
        label={t`Clicks of this campaign`}
        list={list}
        since={list.data?.pages.at(-1)?.since}
        isEmpty={clicks.length === 0}
        empty={list.hasNextPage ? t`None of the newest clicks match.` : none}
      >
        {clicks.map((click) => (
          <ClickLine key={click.id} campaignId={campaignId} click={click} />
        ))}
      </PagedList>
    </div>
  );
}

const groupHint = t`Concerns all of these paid clicks, of the last 30 days and at most 1,000. An operator decides, and you get a notice with the reason.`;

/** Groups that are shown at once: the largest ones. */
const MAX_GROUPS = 8;

type GroupsProps = { campaignId: string; onShow: (filter: ClickFilter) => void };

/** Refused and held clicks by reason and creator, with the rule and what they would have cost. */
function RefusedGroups({ campaignId, onShow }: GroupsProps) {
  const { data: links = [] } = useQuery(campaignLinksQuery(campaignId));
  const { data: campaign } = useQuery(campaignQuery(campaignId));
  const groups = links
    .flatMap(({ userId, username, refusals }) =>
      refusals.map((refusal) => ({ ...refusal, userId, username })),
    )
    .sort((a, b) => b.invalid + b.held - a.invalid - a.held);
  if (groups.length === 0 || !campaign) return null;
  const cost = (clicks: number) => dollarsFromMicros(BigInt(clicks) * microsPerClick(campaign));
  const saved = groups.reduce((sum, { invalid }) => sum + invalid, 0);
  return (
    <Card title={t`Not paid, last 30 days`}>
      <p className="mb-2">
        {rich`${<Count of={saved} />} clicks were refused, which saved about ${<Money dollars={cost(saved)} />}.`}
      </p>
      <Groups label={t`Clicks that were not paid`}>
        {groups.slice(0, MAX_GROUPS).map(({ category, rule, invalid, held, userId, username }) => (
          <Group
            key={`${userId} ${category} ${rule}`}
            clicks={invalid + held}
            creator={username}
            dollars={cost(invalid + held)}
            stamp={<Stamp verdict={invalid > 0 ? "invalid" : "held"} reason={category} />}
          >
            <p>{rule ?? t`This rule is no longer in force.`}</p>
            {held > 0 ? (
              <p>
                {plural(
                  held,
                  "# of them waits for an operator.",
                  "# of them wait for an operator.",
                )}
              </p>
            ) : null}
            <Button onClick={() => onShow({ category, creator: userId })}>
              {t`Show these clicks`}
            </Button>
          </Group>
        ))}
      </Groups>
    </Card>
  );
}

/** Paid clicks by creator, with one objection to all of a creator. */
function PaidGroups({ campaignId, onShow }: GroupsProps) {
  const { data: links = [] } = useQuery(campaignLinksQuery(campaignId));
  const groups = links
    .filter(({ clicks }) => clicks.valid > 0)
    .sort((a, b) => b.clicks.valid - a.clicks.valid);
  if (groups.length === 0) return null;
  return (
    <Card title={t`Paid`}>
      <Groups label={t`Clicks that were paid`}>
        {groups.slice(0, MAX_GROUPS).map(({ userId, username, clicks, paid }) => (
          <Group
            key={userId}
            clicks={clicks.valid}
            creator={username}
            dollars={paid}
            stamp={<Stamp verdict="valid" />}
          >
            <Button onClick={() => onShow({ verdict: "valid", creator: userId })}>
              {t`Show these clicks`}
            </Button>
            <ObjectForm
              campaignId={campaignId}
              selection={{ filter: { creator: userId } }}
              hint={groupHint}
            />
          </Group>
        ))}
      </Groups>
    </Card>
  );
}

function Groups({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y-2 divide-rule divide-dashed">
      {children}
    </ul>
  );
}

type GroupProps = {
  clicks: number;
  creator: string;
  dollars: number;
  stamp: ReactNode;
  children: ReactNode;
};

function Group({ clicks, creator, dollars, stamp, children }: GroupProps) {
  return (
    <ClickItem
      head={
        <>
          <span className="min-w-0 break-words">
            {plural(clicks, "# click", "# clicks")}, <strong>{creator}</strong>
          </span>
          <span className="grow text-right">
            <Money dollars={dollars} />
          </span>
        </>
      }
      end={stamp}
    >
      {children}
    </ClickItem>
  );
}

const objections = {
  open: t`You have objected. An operator looks at it, and you get a notice with the answer. What is taken back returns to your budget.`,
  accepted: t`You have objected, and the payment was reversed.`,
  declined: t`You have objected, and the click stays paid.`,
};

type ClickLineProps = { campaignId: string; click: ExplainedClick };

function ClickLine({ campaignId, click }: ClickLineProps) {
  const { verdict, category } = click;
  return (
    <ClickItem
      head={
        <>
          <ClickTime at={click.clickedAt} />
          <span className="min-w-0 break-words">{click.creator}</span>
        </>
      }
      end={
        <>
          {verdict === "valid" ? <Money dollars={click.price} /> : null}
          <Stamp verdict={verdict} {...(category ? { reason: category } : {})} />
        </>
      }
    >
      {click.rule === null ? null : <p>{click.rule}</p>}
      <Facts click={click} />
      <Objection campaignId={campaignId} click={click} />
    </ClickItem>
  );
}

/** What is known about a click that does not name its visitor. */
function Facts({ click }: { click: ExplainedClick }) {
  const { country, device, network, referrer, price, fee } = click;
  const facts = [
    [t`Country`, unlessUnknown(country, originName("country", country))],
    [t`Device`, unlessUnknown(device, originName("device", device))],
    [t`Network`, unlessUnknown(network, networkName(network))],
    [t`Site`, originName("referrer", referrer)],
    [t`Cost`, price > 0 ? exactDollars(price) : t`Nothing`],
    [t`Fairclick's fee`, fee > 0 ? exactDollars(fee) : null],
    [t`Paid by transaction`, click.transactionId],
    [t`Reversed by transaction`, click.reversalId],
    [t`Click`, click.id],
  ] as const;
  return (
    <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt className="text-soft">{name}</dt>
            <dd className="min-w-0 break-all">{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

function unlessUnknown(value: string, name: string): string | null {
  return value === "unknown" ? null : name;
}

/** The objection to a click, or a form to object while that is possible. */
function Objection({ campaignId, click }: ClickLineProps) {
  if (click.objection) return <p className="font-semibold">{objections[click.objection]}</p>;
  if (click.verdict !== "valid" || new Date(click.clickedAt) < objectionsSince(new Date())) {
    return null;
  }
  return (
    <details>
      <summary className="min-h-11 py-2 font-semibold">{t`Object to this click`}</summary>
      <ObjectForm
        campaignId={campaignId}
        selection={{ clickId: click.id }}
        hint={t`An operator decides, and you read the reason.`}
      />
    </details>
  );
}

type ObjectFormProps = {
  campaignId: string;
  selection: Pick<ObjectionInput, "clickId" | "filter">;
  hint: string;
  onSent?: () => void;
};

function ObjectForm({ campaignId: id, selection, hint, onSent = () => {} }: ObjectFormProps) {
  const objection = useApiChange(
    (text: string) =>
      readAnswer(
        api.campaigns[":id"].objections.$post({ param: { id }, json: { ...selection, text } }),
      ),
    {
      failure: t`Failed to send the objection`,
      refresh: [["campaigns", "every-click", id], casesQuery.queryKey],
      onSuccess: onSent,
    },
  );
  if (objection.isSuccess) return <p className="font-semibold">{objections.open}</p>;
  return (
    <TextForm
      label={t`Why should it not be paid?`}
      hint={hint}
      rules="objection"
      send={t`Send Objection`}
      isSending={objection.isPending}
      onSend={objection.mutate}
    />
  );
}
