import { dollarsFromMicros } from "@fairclick/core/amounts";
import { objectionsSince } from "@fairclick/core/clicks/appeals";
import type { ExplainedClick, ObjectionInput } from "@fairclick/core/clicks/campaign-clicks";
import { categoryName, networkName } from "@fairclick/core/clicks/category-names";
import { type Verdict, verdicts } from "@fairclick/core/clicks/signal";
import { deviceKinds } from "@fairclick/core/clicks/user-agent";
import { plural, t } from "@fairclick/core/language/t";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ClientResponse } from "hono/client";
import { type ReactNode, useState } from "react";
import { errorMessage, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { rich } from "../language/rich";
import { campaignClicksQuery } from "../queries/campaign-clicks";
import { campaignLinksQuery, campaignQuery, campaignStatsQuery } from "../queries/own-campaigns";
import { Button } from "../ui/button";
import { Field, TextArea, TextField } from "../ui/fields";
import { Count, Money, Stamp } from "../ui/figures";
import { exactDollars, formatTime, microsFromAmount, saveFile } from "../ui/format";
import { Card } from "../ui/layout";
import { notify } from "../ui/notify";
import { type ClickFilter, NO_FILTER, readFilter, toConditions, writeFilter } from "./click-filter";
import { originName } from "./origins";
import { PagedClicks } from "./paged-clicks";

type ClicksPanelProps = {
  campaignId: string;
  filter: string;
  onFilter: (filter: string) => void;
};

/** The clicks of a campaign: what was refused and paid, by group, and then each click. */
export function ClicksPanel({ campaignId, filter: text, onFilter }: ClicksPanelProps) {
  const filter = readFilter(text);
  const conditions = toConditions(filter);
  const list = useInfiniteQuery(campaignClicksQuery(campaignId, conditions));
  const download = useDownloadClicks(campaignId, conditions);
  const [isObjecting, setObjecting] = useState(false);
  const clicks = list.data?.pages.flatMap((page) => page.data) ?? [];
  const { verdict, ...objected } = conditions;
  const show = (next: ClickFilter) => onFilter(writeFilter(next));
  return (
    <div className="grid grid-cols-1 gap-6">
      <RefusedGroups campaignId={campaignId} onShow={show} />
      <PaidGroups campaignId={campaignId} onShow={show} />
      <details open={text !== NO_FILTER} className="group">
        <summary className="min-h-11 py-2 font-semibold">{t`Filter, export, object`}</summary>
        <div className="grid grid-cols-1 gap-4">
          <ClickFilters campaignId={campaignId} filter={filter} onFilter={show} />
          <div className="flex flex-wrap gap-3">
            <Button disabled={download.isPending} onClick={() => download.mutate()}>
              {t`Export as CSV`}
            </Button>
            {verdict === undefined || verdict === "valid" ? (
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
      <PagedClicks
        label={t`Clicks of this campaign`}
        list={list}
        isEmpty={clicks.length === 0}
        empty={list.hasNextPage ? t`None of the newest clicks match.` : t`No clicks match.`}
      >
        {clicks.map((click) => (
          <ClickLine key={click.id} campaignId={campaignId} click={click} />
        ))}
      </PagedClicks>
    </div>
  );
}

const groupHint = t`Concerns all paid clicks of the last 30 days that match the filter, at most 1,000. An operator decides.`;

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
  const cost = (clicks: number) =>
    dollarsFromMicros(
      BigInt(clicks) *
        (microsFromAmount(campaign.payoutPerClick) + microsFromAmount(campaign.feePerClick)),
    );
  const saved = groups.reduce((sum, { invalid }) => sum + invalid, 0);
  return (
    <Card title={t`Not paid, last 30 days`}>
      <p className="mb-2">
        {rich`${<Count of={saved} />} clicks were refused, which saved about ${<Money dollars={cost(saved)} rounded />}.`}
      </p>
      <Groups label={t`Clicks that were not paid`}>
        {groups.slice(0, MAX_GROUPS).map(({ category, rule, invalid, held, userId, username }) => (
          <Group
            key={`${userId} ${category} ${rule}`}
            clicks={invalid + held}
            creator={username}
            dollars={cost(invalid)}
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

/** Clicks that have their creator and their reason in common. */
function Group({ clicks, creator, dollars, stamp, children }: GroupProps) {
  return (
    <li className="py-2.5">
      <details className="group">
        <summary className="flex list-none flex-wrap items-start gap-x-4 gap-y-1 rounded-md [&::-webkit-details-marker]:hidden">
          <span className="min-w-0 break-words">
            {plural(clicks, "# click", "# clicks")}, <strong>{creator}</strong>
          </span>
          <span className="grow text-right">
            <Money dollars={dollars} rounded />
          </span>
          <span className="ml-auto flex min-w-0 items-center justify-end gap-x-3">
            {stamp}
            <span aria-hidden="true" className="inline-block group-open:rotate-90">
              ›
            </span>
          </span>
        </summary>
        <div className="mt-2 space-y-3 border-rule border-l-2 pl-4">{children}</div>
      </details>
    </li>
  );
}

type ClickFiltersProps = {
  campaignId: string;
  filter: ClickFilter;
  onFilter: (filter: ClickFilter) => void;
};

const verdictNames: Record<Verdict, string> = {
  pending: t`pending`,
  valid: t`valid`,
  invalid: t`invalid`,
  held: t`held`,
  unpaid: t`unpaid`,
};

type Option = { value: string; label: string };

function ClickFilters({ campaignId, filter, onFilter }: ClickFiltersProps) {
  const { data: stats } = useQuery(campaignStatsQuery(campaignId));
  const { data: links } = useQuery(campaignLinksQuery(campaignId));
  const categories = [...new Set(stats?.reasons.map(({ category }) => category).filter(Boolean))];
  const change = (name: keyof ClickFilter, value: string) => {
    const next = new URLSearchParams({ ...filter, [name]: value });
    onFilter(readFilter(next.toString()));
  };
  const select = (name: keyof ClickFilter, label: string, options: Option[]) => (
    <SelectField
      label={label}
      value={filter[name] ?? ""}
      options={options}
      onChange={(value) => change(name, value)}
    />
  );
  return (
    <div className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-6">
      {select(
        "verdict",
        t`Verdict`,
        verdicts.map((value) => ({ value, label: verdictNames[value] })),
      )}
      {select(
        "category",
        t`Reason`,
        categories.map((value) => ({ value, label: categoryName(value) })),
      )}
      {select(
        "creator",
        t`Creator`,
        (links ?? []).map(({ userId, username }) => ({ value: userId, label: username })),
      )}
      <TextField
        key={filter.country ?? ""}
        label={t`Country`}
        maxLength={2}
        placeholder="DE"
        defaultValue={filter.country ?? ""}
        onChange={({ target: { value } }) => {
          if (value === "" || value.length === 2) change("country", value.toUpperCase());
        }}
      />
      {select(
        "device",
        t`Device`,
        deviceKinds.map((value) => ({ value, label: originName("device", value) })),
      )}
      <TextField
        label={t`Day`}
        type="date"
        value={filter.day ?? ""}
        onChange={({ target }) => change("day", target.value)}
      />
    </div>
  );
}

type SelectFieldProps = {
  label: string;
  value: string;
  options: Option[];
  onChange: (value: string) => void;
};

function SelectField({ label, value, options, onChange }: SelectFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{t`All`}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

const objections = {
  open: t`You have objected. An operator will look at it.`,
  accepted: t`You have objected, and the payment was reversed.`,
  declined: t`You have objected, and the click stays paid.`,
};

type ClickLineProps = { campaignId: string; click: ExplainedClick };

function ClickLine({ campaignId, click }: ClickLineProps) {
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
          {click.rule === null ? null : <p>{click.rule}</p>}
          <Facts click={click} />
          <Objection campaignId={campaignId} click={click} />
        </div>
      </details>
    </li>
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

/** Downloads the clicks that match. A plain link could not send the token. */
function useDownloadClicks(id: string, query: ReturnType<typeof toConditions>) {
  return useMutation({
    mutationFn: () =>
      save(
        `fairclick-clicks-${id}.csv`,
        api.campaigns[":id"]["clicks.csv"].$get({ param: { id }, query }),
      ),
    onError: (error) => notify.error(errorMessage(error, t`Failed to export the clicks.`)),
  });
}

async function save<R extends ClientResponse<unknown>>(name: string, request: Promise<R>) {
  const response = await request.catch(() => null);
  if (response?.ok) saveFile(name, await response.blob());
  else await readAnswer(request);
}

const MIN_TEXT = 10;
const MAX_TEXT = 500;

type Selection = Pick<ObjectionInput, "clickId" | "filter">;
type ObjectFormProps = {
  campaignId: string;
  selection: Selection;
  hint: string;
  onSent?: () => void;
};

function ObjectForm({ campaignId, selection, hint, onSent }: ObjectFormProps) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const objection = useObjection(campaignId, onSent);
  const send = () => {
    const isTooShort = text.trim().length < MIN_TEXT;
    setError(isTooShort ? t`Please say in a sentence why.` : undefined);
    if (!isTooShort) objection.mutate({ ...selection, text });
  };
  return (
    <form
      noValidate
      className="space-y-3 pb-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextArea
        label={t`Why should it not be paid?`}
        rows={3}
        maxLength={MAX_TEXT}
        hint={hint}
        error={error}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" disabled={objection.isPending}>
        {objection.isPending ? t`Sending...` : t`Send Objection`}
      </Button>
    </form>
  );
}

function useObjection(id: string, onSent: (() => void) | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (json: ObjectionInput) =>
      readAnswer(api.campaigns[":id"].objections.$post({ param: { id }, json })),
    onSuccess: ({ message }) => {
      notify.success(message);
      onSent?.();
    },
    onError: (error) => notify.error(errorMessage(error, t`Failed to send the objection`)),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ["campaigns", "every-click", id] }),
        queryClient.invalidateQueries({ queryKey: ["cases"] }),
      ]),
  });
}
