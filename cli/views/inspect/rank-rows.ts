import type { SuspectFigure } from "@fairclick/core/clicks/links/suspect-link";
import type { Suspect, SuspectOrder } from "@fairclick/core/clicks/links/suspects-schema";
import type { TopOrder, topValueSchema } from "@fairclick/core/clicks/top-clicks-schema";
import type { z } from "zod";
import { toDollars, toMoment } from "../../output/describe-click";
import { figureHeadings } from "../../output/figure-headings";
import { filterWord } from "./filter-text";
import type { RankKind, RankRow } from "./rank-list";

type TopValue = z.infer<typeof topValueSchema>;
/** `sort` is the order by this figure; null if there is none. */
export type RankColumn = {
  title: string;
  width: number;
  sort: SuspectOrder | TopOrder | null;
};

const figures = Object.entries(figureHeadings) as [SuspectFigure, string][];

const suspectColumns: readonly RankColumn[] = [
  { title: "risk", width: 9, sort: "risk" },
  { title: "paid", width: 9, sort: "money" },
  { title: "odd", width: 5, sort: "odd" },
  ...figures.map(([sort, title]) => ({ title, width: 6, sort })),
];

const valueColumns: readonly RankColumn[] = [
  { title: "clicks", width: 7, sort: "clicks" },
  { title: "share", width: 6, sort: "clicks" },
  { title: "paid", width: 9, sort: "money" },
  { title: "held", width: 6, sort: null },
  { title: "invalid", width: 7, sort: null },
  { title: "links", width: 6, sort: "links" },
  { title: "creators", width: 8, sort: "creators" },
  { title: "devices", width: 7, sort: "devices" },
];

export function rankColumns(kind: RankKind): readonly RankColumn[] {
  return kind === "suspects" ? suspectColumns : valueColumns;
}

export function suspectRow(link: Suspect): RankRow {
  const percent = (figure: SuspectFigure) => String(link.figures[figure] ?? "–");
  const { net24, net48, asn, deviceClass, agent } = link.values;
  return {
    key: `${link.campaignId}:${link.creatorId}`,
    name: `${link.creator}, ${link.campaign}`,
    cells: [
      cents(link.riskMicros),
      cents(link.paidMicros),
      String(link.oddPercent),
      ...figures.map(([figure]) => percent(figure)),
    ],
    facts: [
      ["link", link.disabledBy ? `${link.code}, disabled` : link.code],
      ["at risk", `${toDollars(link.riskMicros)} of ${toDollars(link.paidMicros)}`],
      ...link.why.map((text) => ["odd", text] as const),
      ["largest", [net24, net48, asn && `AS ${asn}`, deviceClass].filter(Boolean).join("  ")],
      ["agent", agent ?? ""],
      ["figures", describeFigures(figures.slice(0, 6), percent)],
      ["", describeFigures(figures.slice(6), percent)],
    ],
    words: `any campaign:${link.campaignId} ${filterWord("creator", link.creator)}`,
    campaignId: link.campaignId,
    creator: { id: link.creatorId, name: link.creator },
    link: { code: link.code, isStopped: link.disabledBy === "operator" },
    address: null,
    stakeMicros: link.paidMicros,
  };
}

function describeFigures(
  some: readonly [SuspectFigure, string][],
  percent: (figure: SuspectFigure) => string,
): string {
  return some.map(([figure, name]) => `${name} ${percent(figure)}`).join("  ");
}

export function valueRow(kind: RankKind, row: TopValue): RankRow {
  const count = (figure: number) => figure.toLocaleString("en-US");
  const creator = kind === "creator" ? { id: row.value, name: row.value } : null;
  const isNetwork = kind === "/24" || kind === "/48";
  return {
    key: row.value,
    name: row.value,
    cells: [
      count(row.clicks),
      String(row.percent),
      cents(row.paidMicros),
      ...[row.held, row.invalid, row.links, row.creators, row.devices].map(count),
    ],
    facts: [
      ["clicks", `${count(row.clicks)}, ${row.percent}% of those counted`],
      ["valid", `${count(row.valid)}, ${toDollars(row.paidMicros)} was paid`],
      ["held", `${count(row.held)}, ${toDollars(row.heldMicros)} reserved`],
      ["invalid", count(row.invalid)],
      [
        "from",
        `links ${count(row.links)}, creators ${count(row.creators)}, devices ${count(row.devices)}`,
      ],
      ["first click", toMoment(row.firstClickedAt)],
      ["last click", toMoment(row.lastClickedAt)],
    ],
    words: isNetwork
      ? filterWord("address", row.value)
      : creator && filterWord("creator", row.value),
    campaignId: null,
    creator,
    link: null,
    address: isNetwork ? row.value : null,
    stakeMicros: String(BigInt(row.paidMicros) + BigInt(row.heldMicros)),
  };
}

/** Formats dollars with two decimals; the pane shows the exact amount. */
function cents(micros: string): string {
  return `$${(Number(micros) / 1_000_000).toFixed(2)}`;
}
