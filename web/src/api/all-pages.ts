type Page<Item> = { data: Item[]; nextCursor: string | null };

/** Reads all pages of a list. For lists that are short enough for one person. */
export async function allPages<Item>(
  readPage: (cursor: { cursor?: string }) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<Item> = await readPage(cursor ? { cursor } : {});
    items.push(...page.data);
    cursor = page.nextCursor;
  } while (cursor);
  return items;
}
