import type { Host } from "../host";

type Page<Item> = { data: Item[]; nextCursor: string | null };
type Request = { limit: string; cursor?: string };

/** Largest page that the API returns. */
const PAGE = 100;

/** Reads at most `wanted` items, page by page. Writes a remark to standard error if there are more. */
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
  if (cursor) host.remark(`Shows the first ${items.length}; use --limit to see more.\n`);
  return items;
}
