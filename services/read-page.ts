export type PageInput = { cursor?: string | undefined; limit?: number | undefined };
export type Page<Item> = { items: Item[]; nextCursor: string | null };

const DEFAULT_LIMIT = 50;

/**
 * Reads a page, and one row more to learn whether another page follows. `nextCursor` is null on the
 * last page.
 */
export async function readPage<Row>(
  input: PageInput,
  { read, toCursor }: { read: (limit: number) => Promise<Row[]>; toCursor: (row: Row) => string },
): Promise<Page<Row>> {
  const limit = input.limit ?? DEFAULT_LIMIT;
  const rows = await read(limit + 1);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? toCursor(last) : null };
}

export function mapPage<From, To>(page: Page<From>, map: (item: From) => To): Page<To> {
  return { items: page.items.map(map), nextCursor: page.nextCursor };
}
