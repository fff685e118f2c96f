import type { ListedClick } from "@fairclick/core/clicks/flagged-clicks-schema";
import type { BasicType } from "hyparquet-writer";
import { printable } from "../../../output/printable";
import { columns } from "./columns";

/** Memory holds one group of rows at a time. */
const ROWS_A_GROUP = 50_000;

type Column = { type: BasicType; read: (click: ListedClick) => Date | bigint | number | null };

/** Columns that are not text. Amounts are whole micro-dollars, because a DOUBLE would round them. */
const typedColumns: Record<string, Column> = {
  clicked_at: { type: "TIMESTAMP", read: ({ clickedAt }) => new Date(clickedAt) },
  price_micros: { type: "INT64", read: ({ priceMicros }) => BigInt(priceMicros) },
  paid_micros: { type: "INT64", read: ({ paidMicros }) => BigInt(paidMicros) },
  asn: { type: "INT64", read: ({ asn }) => (asn === null ? null : BigInt(asn)) },
};
const textColumns = columns.filter(
  ([name]) => !["clicked_at", "price", "paid", "asn"].includes(name),
);

/** Writes clicks as Parquet into an existing file, over what it contains. */
export async function writeParquet(
  file: string,
  clicks: AsyncIterable<ListedClick>,
): Promise<void> {
  const { fileWriter, parquetWriteRows } = await import("hyparquet-writer");
  await parquetWriteRows({
    writer: fileWriter(file),
    rows: toRows(clicks),
    columns: [
      ...textColumns.map(([name]) => ({ name, type: "STRING" as const })),
      ...Object.entries(typedColumns).map(([name, { type }]) => ({ name, type })),
    ],
    rowGroupSize: ROWS_A_GROUP,
    createdBy: "fairclick",
  });
}

async function* toRows(clicks: AsyncIterable<ListedClick>) {
  for await (const click of clicks) {
    const texts = textColumns.map(([name, read]) => {
      const value = read(click);
      return [name, value === null ? null : printable(value)];
    });
    const others = Object.entries(typedColumns).map(([name, { read }]) => [name, read(click)]);
    yield Object.fromEntries([...texts, ...others]);
  }
}
