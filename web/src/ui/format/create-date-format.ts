import { currentLocale } from "@fairclick/core/language/t";

/** Creates the format on first use: on a slow phone the first `Intl` format of a page takes 0.1 s. */
export function createDateFormat(
  options: Intl.DateTimeFormatOptions,
  locale = currentLocale(),
): (at: Date) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (at) => {
    format ??= new Intl.DateTimeFormat(locale, options);
    return format.format(at);
  };
}
