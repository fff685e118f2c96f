import type { Host } from "../host";

type Page<Item> = { data: Item[]; nextCursor: string | null };
type Request = { limit: string; cursor?: string };

/** The API gives no more at once. */
const PAGE = 100;

/**
 * Reads a list page by page until it has as many as were asked for, and says on standard error when
 * there are more.
 */
export async function readPages<Item>(
  host: Host,
  wanted: number,
  read: (request: Request) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const limit = String(Math.min(PAGE, wanted - items.length));
    const page: Page<Item> = await read({ limit, ...(cursor ? { cursor } : {}) });
    items.push(...page.data);
    cursor = page.nextCursor;
  } while (cursor && items.length < wanted);
  if (cursor) host.remark(`The first ${items.length}; --limit shows more.\n`);
  return items;
}
