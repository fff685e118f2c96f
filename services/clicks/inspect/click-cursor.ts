import { AppError } from "@fairclick/core/errors";
import { isUuid } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";

type ClickPlace = { id: string; clickedAt: Date };

export function writeClickCursor({ id, clickedAt }: ClickPlace): string {
  return `${clickedAt.getTime()}.${id}`;
}

/** Throws `validation` for a bad cursor. */
export function readClickCursor(cursor: string): ClickPlace {
  const [at = "", id = ""] = cursor.split(".");
  if (!/^\d{1,15}$/.test(at) || !isUuid(id)) {
    throw new AppError("validation", t`This page does not exist.`);
  }
  return { id, clickedAt: new Date(Number(at)) };
}
