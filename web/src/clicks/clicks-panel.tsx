import { objectionsSince } from "@fairclick/core/clicks/appeals";
import type { CampaignClick } from "@fairclick/core/clicks/campaign-clicks";
import { categoryName, networkName } from "@fairclick/core/clicks/category-names";
import type { ObjectionInput } from "@fairclick/core/clicks/objections-schema";
import { type Verdict, verdicts } from "@fairclick/core/clicks/signal";
import { deviceKinds } from "@fairclick/core/clicks/user-agent";
import { t } from "@fairclick/core/language/t";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ClientResponse } from "hono/client";
import { useState } from "react";
import { errorMessage, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { campaignClicksQuery } from "../queries/campaign-clicks";
import { campaignLinksQuery, campaignStatsQuery } from "../queries/own-campaigns";
import { Button } from "../ui/button";
import { Field, TextArea, TextField } from "../ui/fields";
import { Money } from "../ui/figures";
import { formatTime } from "../ui/format";
import { notify } from "../ui/notify";
import { saveFile } from "../ui/save-file";
import { Stamp } from "../ui/stamp";
import { type ClickFilter, readFilter, toConditions, writeFilter } from "./click-filter";
import { originName } from "./origins";
import { PagedClicks } from "./paged-clicks";

type ClicksPanelProps = {
  campaignId: string;
  filter: string;
  onFilter: (filter: string) => void;
};

export function ClicksPanel({ campaignId, filter: text, onFilter }: ClicksPanelProps) {
  const filter = readFilter(text);
  const conditions = toConditions(filter);
  const list = useInfiniteQuery(campaignClicksQuery(campaignId, conditions));
  const download = useDownloadClicks(campaignId, conditions);
  const [isObjecting, setObjecting] = useState(false);
  const clicks = list.data?.pages.flatMap((page) => page.data) ?? [];
  const { verdict, ...objected } = conditions;
  return (
    <div className="grid grid-cols-1 gap-6">
      <ClickFilters
        campaignId={campaignId}
        filter={filter}
        onFilter={(next) => onFilter(writeFilter(next))}
      />
      <div className="flex flex-wrap gap-3">
        {(["csv", "json"] as const).map((format) => (
          <Button
            key={format}
            disabled={download.isPending}
            onClick={() => download.mutate(format)}
          >
            {t`Export ${format.toUpperCase()}`}
          </Button>
        ))}
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
          hint={t`Concerns all paid clicks of the last 30 days that match the filter, at most 1,000. An operator decides.`}
          onSent={() => setObjecting(false)}
        />
      ) : null}
      <p>
        <Link to="/app/cases">{t`Your cases`}</Link>
      </p>
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

type ClickLineProps = { campaignId: string; click: CampaignClick };

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
            <span className="text-soft">
              {originName("country", click.country)}, {originName("device", click.device)},{" "}
              {networkName(click.network)}
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

/** Downloads the clicks that match. A plain link could not send the token. */
function useDownloadClicks(id: string, query: ReturnType<typeof toConditions>) {
  return useMutation({
    mutationFn: (format: "csv" | "json") => {
      const input = { param: { id }, query };
      const campaign = api.campaigns[":id"];
      const name = `fairclick-clicks-${id}.${format}`;
      return format === "csv"
        ? save(name, campaign["clicks.csv"].$get(input))
        : save(name, campaign["clicks.json"].$get(input));
    },
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
